// Keeps the tools of other MCP servers in a Registry, behind the gate like every other tool.
//
//   iam::mcp::ImportedTools imported(servers, registry);
//   imported.wait_until_settled(std::chrono::seconds{5});
//   runtime.call({.tool = {"files", "read_file"}, …});
#pragma once

#include <iam/mcp/servers.hpp>
#include <iam/tool/registry.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// A tool that is not used, or is used with a warning.
struct ImportFinding {
    std::string server{};
    std::string tool{};       ///< its name as visible text; empty: it has none
    bool is_left_out = true;  ///< false: a warning
    std::string reason{};     ///< a sentence; visible text
};

class ImportedToolsCore;  // private to runtime/src/mcp/client

/// The tools of a server have its name as their origin. They stay while the server is away for a
/// time; a call then fails and says why. A tool is replaced when its server changes it, and goes
/// when the server is disconnected or lists it no more. Their policy is the host's; hints of a
/// server only raise the risk.
///
/// Thread-safe. It has one thread, so that a server's schemas delay no other work.
class ImportedTools {
 public:
    /// The servers and the registry outlive it.
    ImportedTools(Servers& servers, Registry& registry);
    /// Takes the tools out. Calls under way keep theirs; wait for them before the Servers end.
    ~ImportedTools();
    ImportedTools(const ImportedTools&) = delete;
    ImportedTools& operator=(const ImportedTools&) = delete;

    /// Waits until no server is `connecting`, or this one is not, and its tools are in the
    /// registry. False: `longest` has passed before.
    bool wait_until_settled(std::chrono::milliseconds longest, std::string_view server = {}) const;
    /// Of all servers, in the order of their names. Names of different origins are judged as they
    /// are in the registry now.
    std::vector<ImportFinding> findings() const;

 private:
    std::unique_ptr<ImportedToolsCore> core_;
};

}  // namespace iam::mcp
