// Messages to and from a server's process: a line each (MCP, basic/transports#stdio).
#pragma once

#include "mcp/client/loop.hpp"
#include "mcp/client/transport.hpp"
#include <iam/process/child.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace iam::mcp {

struct ChildTransportParts {
    process::Command command{};
    Loop& loop;  ///< outlives the process
    std::size_t message_bytes_max = std::size_t{16} << 20U;
    /// How long the process may take to end by itself once its input has ended, and once more after
    /// SIGTERM. Then it is killed.
    std::chrono::milliseconds grace{std::chrono::seconds{2}};
    /// Bytes of its standard error, on the thread of the loop. Also after the end of the transport.
    std::function<void(std::string_view)> on_stderr{};
};

/// Starts the process. For the thread of the loop alone, and so is the end of the transport, which
/// does not wait for the process. Events come on this thread; on_free on another one. Errors as of
/// Child::start().
Result<std::unique_ptr<Transport>> start_child(ChildTransportParts parts, TransportEvents events);

}  // namespace iam::mcp
