// The health of a connection to a server, as a value. Times are distances from the moment of the
// question, on a clock that never goes back.
#pragma once

#include <iam/mcp/server_config.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace iam::mcp {

/// Calls of a server that fails too often are stopped for a while.
enum class BreakerState {
    closed,   ///< calls are sent
    open,     ///< no call is sent
    probing,  ///< one call is on its way to try the server; no other is sent
};
/// The name of the enumerator.
std::string_view to_string(BreakerState state) noexcept;

struct ServerHealth {
    ServerEra era = ServerEra::detect;  ///< detect: not known yet
    /// From the start of the last attempt until the tools were known.
    std::optional<std::chrono::milliseconds> opening{};
    std::uint64_t calls = 0;  ///< requests tools/call that were sent
    std::uint64_t failures =
        0;                     ///< of them without an answer, or with one that breaks the protocol
    std::size_t measured = 0;  ///< the latencies below are of so many answers, the last ones
    std::optional<std::chrono::microseconds> latency_p50{};
    std::optional<std::chrono::microseconds> latency_p95{};
    BreakerState breaker = BreakerState::closed;
    std::optional<std::chrono::milliseconds> breaker_open_for{};  ///< while it is open
    std::optional<std::chrono::milliseconds> heartbeat_ago{};     ///< the last answered one
    std::optional<std::chrono::milliseconds> next_attempt_in{};   ///< after a failure
};

}  // namespace iam::mcp
