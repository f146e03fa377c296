// The threads on which calls run.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace iam::chat {

/// Starts a thread when a job comes and no thread is free, at most k_calls_at_once_max.
/// Thread-safe.
class CallWorkers {
 public:
    CallWorkers() = default;
    ~CallWorkers() { close(); }
    CallWorkers(const CallWorkers&) = delete;
    CallWorkers& operator=(const CallWorkers&) = delete;

    /// Runs the job on a thread. False: there is no thread, and the job is dropped.
    bool post(std::function<void()> job);
    /// Drops waiting jobs and waits for running ones. Not on one of its threads.
    void close();
    std::size_t threads() const;

 private:
    void work();

    mutable std::mutex mutex_;
    std::condition_variable news_;
    std::deque<std::function<void()>> jobs_;
    std::vector<std::thread> threads_;
    std::size_t free_ = 0;
    bool is_closed_ = false;
};

}  // namespace iam::chat
