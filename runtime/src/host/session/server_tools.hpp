// The MCP servers of a command line, and their tools.
#pragma once

#include "host/session/environment.hpp"
#include <iam/mcp/imported_tools.hpp>
#include <iam/mcp/servers.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace iam::host {

/// The parts from its owner; references outlive it.
struct ServerToolsParts {
    Environment& environment;
    Registry& registry;
    std::filesystem::path file{};          ///< of the servers; tokens stand beside it
    std::vector<std::string> own_paths{};  ///< files and folders closed to sandboxes
    bool is_gateway = false;               ///< clients of this program get the servers' offers
    std::function<void(std::string_view)> say{};                 ///< for people; on any thread
    std::function<void(const mcp::TrafficEvent&)> on_traffic{};  ///< as of ServersParts
    /// Hears of an address that a person has to open, after `say`; on any thread. May be empty.
    std::function<void(const std::string& server, const std::string& url)> on_agreement{};
};

/// Connects to the servers as long as it lives.
class ServerTools {
 public:
    explicit ServerTools(ServerToolsParts parts);

    /// Errors: of Servers::connect_all().
    Result<void> connect(std::vector<mcp::ServerConfig> configs);
    /// Ends all connections, also to servers that have not changed, and connects anew.
    /// `own_paths`: as of the parts. Errors: of connect().
    Result<void> reconnect(std::vector<mcp::ServerConfig> configs,
                           std::vector<std::string> own_paths);
    /// Waits until each server is connected or has failed, and says which ones have.
    void wait(std::chrono::milliseconds longest);

    mcp::Servers& servers() { return servers_; }
    const mcp::ImportedTools& tools() const { return tools_; }

 private:
    ServerToolsParts parts_;
    std::map<std::string, std::string> warnings_{};  ///< about sandboxes, by server
    mcp::Servers servers_;
    mcp::ImportedTools tools_;
};

}  // namespace iam::host
