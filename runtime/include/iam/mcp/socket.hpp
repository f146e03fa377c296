// Serves clients on a Unix socket, a message a line as on standard input and output. Only programs
// of the same user are served.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>

namespace iam::mcp {

struct SocketParts {
    /// The socket file: made with mode 0600, and removed at the end. A dead server's file is
    /// replaced. At most k_socket_path_bytes_max bytes.
    std::string path{};
    Subject subject{};  ///< of all calls
    /// Asks to end: running functions are asked to stop, their calls are answered.
    std::stop_token stop{};
    /// How long calls of a client may go on after it has closed the connection for writing.
    std::chrono::milliseconds grace{std::chrono::seconds{5}};
    std::size_t connections_max = 100;  ///< beyond it a connection is closed at once
    /// Before the next try to take a connection, if the system has no descriptor left for it and
    /// no client ends meanwhile.
    std::chrono::milliseconds accept_pause{100};
    std::function<void()> on_listening{};
    /// Hears, once, that connections have to wait, and why.
    std::function<void(const std::string&)> on_problem{};
    std::function<void(const rpc::Report&)> on_report{};
};

/// sockaddr_un::sun_path on Linux, without its last byte.
inline constexpr std::size_t k_socket_path_bytes_max = 107;

/// Serves on a thread for each connection, until a stop is asked for. The process must not die of
/// SIGPIPE. Errors: invalid_argument (no path, or a long one), conflict (another server listens
/// there, or the file is no socket), unavailable (the system refuses).
Result<void> serve_socket(Server& server, SocketParts parts);

}  // namespace iam::mcp
