// Stops the calls of a server that fails too often, and tries it again after a while.
#pragma once

#include <iam/mcp/server_health.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

namespace iam::mcp {

/// `now` never goes back. Not thread-safe.
class Breaker {
 public:
    /// So many failures within the window open it.
    static constexpr std::size_t k_failures_max = 5;
    static constexpr std::chrono::milliseconds k_window{60'000};
    /// How long it stays open before one call tries the server.
    static constexpr std::chrono::milliseconds k_open{30'000};

    struct Pass {
        bool is_probe = false;  ///< the call that tries the server
    };
    /// A pass for one call. Nothing: the call must not be sent.
    std::optional<Pass> let_in(std::chrono::milliseconds now);

    // The end of the call with this pass.
    void answered(Pass pass);
    void failed(Pass pass, std::chrono::milliseconds now);
    /// The call says nothing about the server: it was not sent, or its caller stopped it.
    void unjudged(Pass pass);

    BreakerState state() const noexcept;
    /// How long it stays open. Zero: the next call tries the server. Nothing unless it is open.
    std::optional<std::chrono::milliseconds> open_for(std::chrono::milliseconds now) const;

 private:
    void open(std::chrono::milliseconds now);

    std::deque<std::chrono::milliseconds> failures_{};
    std::optional<std::chrono::milliseconds> open_until_{};
    bool is_probing_ = false;
};

}  // namespace iam::mcp
