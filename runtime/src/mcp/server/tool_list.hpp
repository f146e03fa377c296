// The tools as tools/list shows them, made once for each state of the registry.
#pragma once

#include <iam/core/result.hpp>
#include <iam/tool/registry.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

struct ListedTool {
    ToolId id{};
    std::string text{};           ///< the MCP tool object, in one line
    bool has_output = false;      ///< it has a listed output schema
    bool gives_content = false;   ///< its results are content blocks (iam::Content)
    std::string result_member{};  ///< the member for a result that is no object; or empty
};

/// The tools by their listed names, in the order of the names' bytes. See listed_name().
using ListedTools = std::map<std::string, ListedTool, std::less<>>;

/// The name of a tool for clients: its own, or "server__tool" for a tool of another server. Letters
/// outside [A-Za-z0-9_-] become "-", since providers of models take no others.
std::string listed_name(const ToolId& id);

/// Thread-safe. If two tools of servers have one listed name, neither is listed: a client could
/// take one for the other. A tool of this program keeps its name.
class ToolList {
 public:
    explicit ToolList(bool full_schemas) : full_schemas_(full_schemas) {}
    std::shared_ptr<const ListedTools> of(const Catalogue& catalogue);

 private:
    const bool full_schemas_;
    std::mutex mutex_;
    std::optional<std::uint64_t> generation_;
    std::shared_ptr<const ListedTools> tools_;
};

/// The tools for which the function is true.
std::shared_ptr<const ListedTools> tools_of(const ListedTools& tools,
                                            const std::function<bool(std::string_view)>& has_tool);

/// The result of tools/list: the page behind a cursor, from the first tool if there is none.
/// Error: invalid_argument (no cursor of ours).
Result<std::string> tools_page(const ListedTools& tools, const std::optional<std::string>& cursor,
                               std::size_t page_size);

}  // namespace iam::mcp
