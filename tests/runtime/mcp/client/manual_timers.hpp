// Timers that a test moves by hand.
#pragma once

#include "mcp/client/timers.hpp"
#include <support/fake_clock.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace iam::test {

/// Jobs run within run() and pass(), on the thread of the test. after() is thread-safe.
class ManualTimers final : public mcp::Timers {
 public:
    explicit ManualTimers(FakeClock& clock) : clock_(clock) {}

    void after(std::chrono::milliseconds delay, std::function<void()> job) override {
        const std::lock_guard lock(mutex_);
        jobs_.emplace(clock_.boot() + delay, std::move(job));
    }

    /// Runs the jobs that are due, and the jobs made by them.
    void run() {
        while (auto job = take_due()) job();
    }
    /// Time passes, in the steps of the jobs.
    void pass(std::chrono::milliseconds time) {
        const auto end = clock_.boot() + time;
        run();
        while (const auto next = next_due()) {
            if (*next > end) break;
            if (*next > clock_.boot()) clock_.advance(*next - clock_.boot());
            run();
        }
        if (end > clock_.boot()) clock_.advance(end - clock_.boot());
    }
    std::optional<std::chrono::milliseconds> next_due() const {
        const std::lock_guard lock(mutex_);
        if (jobs_.empty()) return std::nullopt;
        return jobs_.begin()->first;
    }

 private:
    std::function<void()> take_due() {
        const std::lock_guard lock(mutex_);
        if (jobs_.empty() || jobs_.begin()->first > clock_.boot()) return {};
        auto job = std::move(jobs_.begin()->second);
        jobs_.erase(jobs_.begin());
        return job;
    }

    FakeClock& clock_;
    mutable std::mutex mutex_;
    std::multimap<std::chrono::milliseconds, std::function<void()>> jobs_;
};

}  // namespace iam::test
