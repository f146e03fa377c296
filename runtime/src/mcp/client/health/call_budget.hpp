// Counts the calls of a server within a minute.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

namespace iam::mcp {

/// `now` never goes back. Not thread-safe.
class CallBudget {
 public:
    /// 0: there is no limit.
    explicit CallBudget(std::size_t calls_per_minute) : calls_max_(calls_per_minute) {}

    /// Takes one call out of the budget. Else returns how long there is none left.
    std::optional<std::chrono::milliseconds> take(std::chrono::milliseconds now) {
        if (calls_max_ == 0) return std::nullopt;
        while (!taken_.empty() && taken_.front() <= now - k_window) taken_.pop_front();
        if (taken_.size() >= calls_max_) return taken_.front() + k_window - now;
        taken_.push_back(now);
        return std::nullopt;
    }

 private:
    static constexpr std::chrono::milliseconds k_window{60'000};

    std::size_t calls_max_;
    std::deque<std::chrono::milliseconds> taken_{};
};

}  // namespace iam::mcp
