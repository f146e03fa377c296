// Tells a server that its session is over.
#pragma once

#include "mcp/client/http/http_request.hpp"

#include <chrono>

namespace iam::mcp {

/// Sends the request and waits for its answer, at most for this time. Its outcome does not matter:
/// a server ends idle sessions by itself.
void end_session(const HttpWay& way, net::ClientRequest request, std::chrono::milliseconds time);

}  // namespace iam::mcp
