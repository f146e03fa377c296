// Counts the failures of one endpoint, and says when it is left alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>

namespace iam::chat {

/// Thread-safe. Times are Clock::boot().
class Breaker {
 public:
    Breaker(std::uint32_t failures_max, std::chrono::milliseconds time)
        : failures_max_(failures_max), time_(time) {}

    /// False: the endpoint is left alone. After `time` one caller gets true and is the probe.
    bool lets_through(std::chrono::milliseconds now);
    /// The wait until the next probe.
    std::chrono::milliseconds wait(std::chrono::milliseconds now) const;
    void failed(std::chrono::milliseconds now);
    void succeeded();
    /// The attempt was given up: it tells nothing. A probe may come again.
    void forget_probe();

 private:
    bool is_open() const { return failures_.size() >= failures_max_; }

    const std::uint32_t failures_max_;
    const std::chrono::milliseconds time_;
    mutable std::mutex mutex_;
    std::deque<std::chrono::milliseconds> failures_;  // under mutex_; the last failures_max_
    bool is_probing_ = false;                         // under mutex_
};

}  // namespace iam::chat
