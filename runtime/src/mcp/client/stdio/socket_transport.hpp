// Messages to and from a server at a Unix socket: a line each.
#pragma once

#include "mcp/client/loop.hpp"
#include "mcp/client/transport.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace iam::mcp {

/// Connects. For the thread of the loop alone, and so is the end of the transport. Events come on
/// this thread; on_free on another one. The loop outlives the transport. Errors: unavailable
/// (nobody listens there, or not to this user), invalid_argument (the path is too long).
Result<std::unique_ptr<Transport>> connect_socket(const std::string& path, Loop& loop,
                                                  std::size_t message_bytes_max,
                                                  TransportEvents events);

}  // namespace iam::mcp
