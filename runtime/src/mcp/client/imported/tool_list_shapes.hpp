// Reads results of tools/list, in MCP's shape and in shapes of servers that differ from it. Pure
// functions: text in, values out.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

struct ToolListLimits {
    std::size_t page_bytes_max = std::size_t{16} << 20U;  ///< of one result
    /// Of all tool objects of a server. A compiled schema takes up to 20 times its text.
    std::size_t bytes_max = std::size_t{16} << 20U;
    std::size_t pages_max = 1'000;
    std::size_t tools_max = 10'000;  ///< of a server
    std::size_t cursor_bytes_max = 8'192;
    std::size_t servers_max = 1'000;  ///< behind one gateway (read_server_names)
};

/// One result of tools/list.
struct ToolListPage {
    /// JSON texts: the elements of the list, one for each tool, as the server wrote them.
    std::vector<std::string> tools{};
    std::optional<std::string> cursor{};  ///< of the next page; nothing at the end
    /// Sentences about the tolerances in use, one for each kind.
    std::vector<std::string> diagnostics{};
};

/// Reads one result. A strict reading takes MCP's shape alone: an object with the list `tools`, and
/// the text `nextCursor` or none. It is for servers that speak a revision of MCP.
///
/// Any other reading also takes, and reports:
/// - the list as `items` or `data`, a list in the place of the object, and no list at all (no
///   tools);
/// - the cursor as `next_cursor`, `next` or `cursor`; the list ends with one that is empty, no text
///   or too long;
/// - a tool's schema as `parameters` or `input_schema`, without a type, and no schema at all. The
///   tool's text then has an `inputSchema`; its other members stay as they are.
///
/// A null member counts as absent. Tools are not judged here: import_tool() does that, and a broken
/// one does not spoil the others. Tools beyond `tools_max` are left out, and reported.
///
/// Errors: invalid_argument for a text that is no JSON, is too large, or has another shape.
Result<ToolListPage> read_tool_list(std::string_view result, bool is_strict,
                                    const ToolListLimits& limits = {});

/// The diagnostic for tools beyond `tools_max`.
std::string too_many_tools(const ToolListLimits& limits);

/// Reads a result of servers/list, which is in no revision: the names of the servers behind a
/// gateway. It is a list, or an object with the list `servers`, `items` or `data`. The elements are
/// names, or objects with a text `name` or `id`.
Result<std::vector<std::string>> read_server_names(std::string_view result,
                                                   const ToolListLimits& limits = {});

}  // namespace iam::mcp
