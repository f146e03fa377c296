// The pages of a server's list of tools. Pure.
#pragma once

#include <iam/core/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

struct ToolPage {
    std::vector<std::string> tools{};     ///< JSON text of each tool object, as the server wrote it
    std::optional<std::string> cursor{};  ///< of the next page
};

/// The parameters of tools/list. `meta` is JSON text of an object, or empty.
std::string tool_page_params(std::string_view meta, const std::string& cursor);
/// Error: invalid_argument.
Result<ToolPage> read_tool_page(std::string_view result);

/// The name of a tool object; empty if it has none.
std::string tool_name_in(const std::string& document);

}  // namespace iam::mcp
