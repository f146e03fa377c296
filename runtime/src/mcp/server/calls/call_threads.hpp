// The threads on which functions of tools, resources and prompts run.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace iam::mcp {

/// Starts a thread for a job if no thread is free, up to a number; further jobs wait. Thread-safe.
class CallThreads {
 public:
    explicit CallThreads(std::size_t most) : most_(most == 0 ? 1 : most) {}
    /// end().
    ~CallThreads() { end(); }
    CallThreads(const CallThreads&) = delete;
    CallThreads& operator=(const CallThreads&) = delete;

    /// A job throws nothing. If the system has no thread to give and none exists, the job runs here.
    /// The same after end().
    void run(std::function<void()> job);
    /// Runs the waiting jobs and ends the threads. Must not be called within a job.
    void end();

 private:
    void start_thread();
    void work();

    const std::size_t most_;
    std::mutex mutex_;
    std::condition_variable work_;
    std::deque<std::function<void()>> jobs_;
    std::vector<std::thread> threads_;
    std::size_t free_ = 0;  // threads that wait for a job
    bool ended_ = false;
};

}  // namespace iam::mcp
