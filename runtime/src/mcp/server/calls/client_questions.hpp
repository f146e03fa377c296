// Questions of functions to the client: requests of the server, and a wait for their answers.
#pragma once

#include "mcp/server/calls/active_call.hpp"
#include <iam/core/result.hpp>
#include <iam/tool/client.hpp>

#include <string>

namespace iam::mcp {

/// Asks the client of a call and waits, on the thread of the function. Errors as of AskClient.
Result<std::string> ask_client(ActiveCall& call, const ClientQuestion& question);

}  // namespace iam::mcp
