// Questions of functions to the client, and the wait for their answers.
#pragma once

#include "mcp/server/calls/active_request.hpp"
#include <iam/core/result.hpp>
#include <iam/tool/client.hpp>

#include <string>
#include <vector>

namespace iam::mcp {

/// Asks the client of a request and waits, on the thread of the function. Errors as of AskClient.
std::vector<Result<std::string>> ask_client(ActiveRequest& request,
                                            const std::vector<ClientQuestion>& questions);

}  // namespace iam::mcp
