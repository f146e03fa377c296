// Serves one client on standard input and output (MCP, basic/transports#stdio): a message a line.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server.hpp>

#include <chrono>
#include <functional>
#include <stop_token>

namespace iam::mcp {

/// Keeps standard input and output for messages. While it lives, descriptor 0 is empty and
/// descriptor 1 is standard error: a printing function harms no message, and its text reaches the
/// client's log. Its end puts both back. Not thread-safe; at most one object at a time.
class ClaimedStreams {
 public:
    /// Error: unavailable (no descriptor left).
    static Result<ClaimedStreams> claim();
    ClaimedStreams(ClaimedStreams&& other) noexcept;
    ClaimedStreams& operator=(ClaimedStreams&&) = delete;
    ClaimedStreams(const ClaimedStreams&) = delete;
    ~ClaimedStreams();

    int in() const noexcept { return in_; }
    int out() const noexcept { return out_; }

 private:
    ClaimedStreams(int in, int out) noexcept : in_(in), out_(out) {}
    int in_;  // -1: moved from
    int out_;
};

struct StdioParts {
    int in = 0;  ///< descriptors to read messages from and to write them to; the caller's
    int out = 1;
    Subject subject{};
    std::string peer{};                ///< as SessionParts::peer
    std::string credential = "stdio";  ///< as SessionParts::credential
    /// Asks to end: running functions are asked to stop, their calls are answered.
    std::stop_token stop{};
    /// How long calls may go on after the input has ended, unless a stop is asked for. Calls
    /// waiting for a person end at once.
    std::chrono::milliseconds grace{std::chrono::seconds{5}};
    std::function<void(const rpc::Report&)> on_report{};
};

/// Serves until the input ends or a stop is asked for. The end of the Server waits for functions
/// still running. The process must not die of SIGPIPE (iam::host takes care of it). Errors:
/// unavailable (a system call failed, or the client reads no more).
Result<void> serve_stdio(Server& server, StdioParts parts);

}  // namespace iam::mcp
