// The result of tools/call.
#pragma once

#include "mcp/protocol/revision.hpp"
#include "mcp/server/tool_list.hpp"
#include <iam/core/limits.hpp>
#include <iam/tool/call.hpp>

#include <string>
#include <string_view>

namespace iam::mcp {

/// The text of a CallToolResult. A success has the function's result as text, and as
/// structuredContent if the tool has an output schema and the revision has structuredContent. A
/// failure is isError: its text says every mistake with its place. _meta["iam/result"] has both in
/// a form for programs.
std::string call_result_text(const ToolResult& result, const ListedTool& tool, Revision revision);

/// True if a message can hold this text of a result.
bool fits_message(std::string_view text, const iam::Limits& limits);
/// The text for a successful call whose result fits no message. It is an error. It says that the
/// call has happened, and where its result is.
std::string too_large_text(const ToolResult& result, const ListedTool& tool, Revision revision);

}  // namespace iam::mcp
