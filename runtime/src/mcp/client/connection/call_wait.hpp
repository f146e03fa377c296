// The place where the thread of a call waits for its end, and runs the functions of its owner.
#pragma once

#include <iam/rpc/peer.hpp>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace iam::mcp {

/// Brings events of other threads to the waiting thread. Thread-safe.
class CallWait {
 public:
    /// Of events that wait; later ones are lost. A caller slower than its server loses progress.
    static constexpr std::size_t k_events_max = 1024;

    /// The waiting thread runs it soon. False: the call has ended, or too many events wait.
    bool post(std::function<void()> event) {
        const std::lock_guard lock(mutex_);
        if (outcome_ || events_.size() >= k_events_max) return false;
        events_.push_back(std::move(event));
        changed_.notify_all();
        return true;
    }
    void end(rpc::Outcome outcome) {
        const std::lock_guard lock(mutex_);
        outcome_ = std::move(outcome);
        changed_.notify_all();
    }
    /// Runs events until the end, in their order.
    rpc::Outcome wait() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return outcome_ || !events_.empty(); });
            if (events_.empty()) return *std::move(outcome_);
            const std::function<void()> event = std::move(events_.front());
            events_.pop_front();
            lock.unlock();
            event();
            lock.lock();
        }
    }

 private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> events_;
    std::optional<rpc::Outcome> outcome_;
};

}  // namespace iam::mcp
