// A call of a tool at its server, within a call of the gate.
#pragma once

#include "mcp/client/remote_call.hpp"

#include <string>
#include <string_view>

namespace iam::mcp {

/// Calls the tool. The context's caller can stop it, hears its progress and its log messages, and
/// is asked the server's questions as far as Servers may ask them.
/// `decided` is the tool that the call was decided on, and its server.
RemoteReply call_server(Servers& servers, const ServerTool& decided, const std::string& tool,
                        std::string_view arguments, Context& context);

}  // namespace iam::mcp
