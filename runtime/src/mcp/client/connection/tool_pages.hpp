// The requests for a server's list of tools, and the names in it. Pure.
#pragma once

#include <string>
#include <string_view>

namespace iam::mcp {

/// The parameters of tools/list and the like. `meta` is JSON text of an object, or empty.
std::string page_params(std::string_view meta, const std::string& cursor);
/// The name of a tool object; empty if it has none.
std::string tool_name_in(const std::string& document);

}  // namespace iam::mcp
