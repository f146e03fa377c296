// The result of tools/call.
#pragma once

#include "mcp/server/revision.hpp"
#include "mcp/server/tool_list.hpp"
#include <iam/tool/call.hpp>

#include <string>

namespace iam::mcp {

/// The text of a CallToolResult. A success has the function's result as text, and as
/// structuredContent if the tool has an output schema and the revision has such content. A failure
/// is isError: its text says every mistake with its place. _meta["iam/result"] has both in a form
/// for programs.
std::string call_result_text(const ToolResult& result, const ListedTool& tool, Revision revision);

}  // namespace iam::mcp
