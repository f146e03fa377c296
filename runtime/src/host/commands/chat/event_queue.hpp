// Brings functions of any thread to the thread of a command.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace iam::host {

/// Thread-safe. Functions that are still queued at the end do not run.
class EventQueue {
 public:
    void post(std::function<void()> run);
    /// Runs the functions in their order on this thread, until `is_done` is true after one of them.
    void run_until(const std::function<bool()>& is_done);
    /// Runs the functions that are queued now.
    void run_posted();

 private:
    std::mutex mutex_;
    std::condition_variable posted_;
    std::deque<std::function<void()>> queue_;  // under mutex_
};

}  // namespace iam::host
