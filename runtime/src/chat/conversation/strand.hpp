// Runs tasks one at a time and in order, on the threads that bring them.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace iam::chat {

/// Thread-safe. A task may post another one; it runs after the present one.
class Strand {
 public:
    /// Runs the task on this thread before it returns, unless a task runs already: then the thread
    /// of that one runs it. After close() the task is dropped.
    void post(std::function<void()> task);
    /// Runs the task and returns when it has run. Within a task it runs at once. After close() it
    /// does not run.
    void run(const std::function<void()>& task);
    /// Drops waiting tasks, takes no more, and waits for the present one.
    void close();

 private:
    std::mutex mutex_;
    std::condition_variable idle_;
    std::deque<std::function<void()>> tasks_;
    bool is_running_ = false;
    bool is_closed_ = false;
    std::thread::id runner_{};
};

}  // namespace iam::chat
