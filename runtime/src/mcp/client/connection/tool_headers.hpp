// The arguments that a server without sessions wants in header fields (x-mcp-header).
#pragma once

#include "mcp/client/imported/parameter_headers.hpp"
#include <iam/core/json.hpp>
#include <iam/net/http_message.hpp>

#include <map>
#include <string>
#include <vector>

namespace iam::mcp {

/// By the names of tools. Tools without such arguments are not in it.
using ToolHeaders = std::map<std::string, std::vector<ParameterHeader>, std::less<>>;

/// Reads the annotations of tool objects. A tool with a wrong annotation is taken out of the list
/// (MCP 2026-07-28, basic/transports/streamable-http), with a sentence in `diagnostics`.
ToolHeaders take_tool_headers(std::vector<std::string>& tools,
                              std::vector<std::string>& diagnostics);

/// The fields of a call. `params` are those of tools/call.
net::Fields fields_of_call(const ToolHeaders& headers, const Json& params);

}  // namespace iam::mcp
