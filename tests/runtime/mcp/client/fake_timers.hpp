// Timers whose time passes as the test says.
#pragma once

#include "mcp/client/timers.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace iam::test {

/// Thread-safe.
class FakeTimers final : public mcp::Timers {
 public:
    void after(std::chrono::milliseconds time, std::function<void()> run) override {
        const std::lock_guard lock(mutex_);
        waiting_.push_back({now_ + time, std::move(run)});
        changed_.notify_all();
    }

    /// Runs the due functions on this thread, in their order.
    void pass(std::chrono::milliseconds time) {
        const auto end = locked_now() + time;
        while (auto next = take_due(end)) next->run();
        const std::lock_guard lock(mutex_);
        now_ = end;
    }
    /// Waits until a function waits, and returns the time to the next one.
    std::chrono::milliseconds wait_for_one() {
        std::unique_lock lock(mutex_);
        REQUIRE(
            changed_.wait_for(lock, std::chrono::seconds(30), [&] { return !waiting_.empty(); }));
        return next()->due - now_;
    }
    std::size_t waiting() const {
        const std::lock_guard lock(mutex_);
        return waiting_.size();
    }

 private:
    struct Waiting {
        std::chrono::milliseconds due{};
        std::function<void()> run{};
    };
    std::chrono::milliseconds locked_now() const {
        const std::lock_guard lock(mutex_);
        return now_;
    }
    std::vector<Waiting>::iterator next() {
        return std::min_element(waiting_.begin(), waiting_.end(),
                                [](const Waiting& a, const Waiting& b) { return a.due < b.due; });
    }
    std::optional<Waiting> take_due(std::chrono::milliseconds end) {
        const std::lock_guard lock(mutex_);
        const auto found = next();
        if (found == waiting_.end() || found->due > end) return std::nullopt;
        Waiting due = std::move(*found);
        waiting_.erase(found);
        now_ = std::max(now_, due.due);
        return due;
    }

    mutable std::mutex mutex_{};
    std::condition_variable changed_{};
    std::chrono::milliseconds now_{0};
    std::vector<Waiting> waiting_{};
};

}  // namespace iam::test
