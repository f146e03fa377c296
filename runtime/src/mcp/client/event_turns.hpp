// Calls the event functions of a transport one at a time.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace iam::mcp {

/// A thread with an event waits while another thread's event function runs. So a server cannot fill
/// the memory with events that nobody has taken. An event that arises within an event function
/// follows it, on the same thread. Thread-safe.
class EventTurns {
 public:
    void run(std::function<void()> event) {
        if (is_my_turn()) return nested_.push_back(std::move(event));
        const std::lock_guard turn(turn_);
        const Mine mine(*this);
        event();
        while (!nested_.empty()) {
            const auto next = std::move(nested_.front());
            nested_.pop_front();
            next();
        }
    }

 private:
    /// The time in which the turn is this thread's.
    class Mine {
     public:
        explicit Mine(EventTurns& turns) : turns_(turns) { turns_.set(std::this_thread::get_id()); }
        Mine(const Mine&) = delete;
        Mine& operator=(const Mine&) = delete;
        ~Mine() { turns_.set({}); }

     private:
        EventTurns& turns_;
    };
    bool is_my_turn() {
        const std::lock_guard lock(mutex_);
        return thread_ == std::this_thread::get_id();
    }
    void set(std::thread::id thread) {
        const std::lock_guard lock(mutex_);
        thread_ = thread;
    }

    std::mutex turn_{};
    std::mutex mutex_{};
    std::thread::id thread_{};                    // has the turn; under mutex_
    std::deque<std::function<void()>> nested_{};  // for the thread that has the turn
};

}  // namespace iam::mcp
