// The threads for functions of tools, resources and prompts.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace iam::mcp {

/// Runs jobs on threads, as many at once as the machine has processors: more would only wait for
/// each other's locks. If a job has waited for a moment, the running jobs are taken to be blocked,
/// and one more may run, up to a number. Threads start when they are needed. Thread-safe.
class CallThreads {
 public:
    explicit CallThreads(std::size_t most);
    /// end().
    ~CallThreads() { end(); }
    CallThreads(const CallThreads&) = delete;
    CallThreads& operator=(const CallThreads&) = delete;

    /// A job throws nothing. If the system has no thread to give and none exists, the job runs
    /// here. So it does after end().
    void run(std::function<void()> job);
    /// Runs the waiting jobs and ends the threads. Must not be called within a job.
    void end();

 private:
    // Under the mutex.
    bool may_run() const { return !jobs_.empty() && running_ < at_once_; }
    void start_thread();
    void start_watch();

    void work();
    void watch();

    const std::size_t most_;
    const std::size_t prompt_;  // number of jobs to run at once without a wait
    std::mutex mutex_;
    std::condition_variable work_;
    std::condition_variable backlog_;
    std::deque<std::function<void()>> jobs_;
    std::vector<std::thread> threads_;
    std::thread watch_;
    std::size_t idle_ = 0;     // threads waiting for a job
    std::size_t running_ = 0;  // jobs
    std::size_t at_once_;      // jobs allowed to run
    std::size_t begun_ = 0;    // jobs, ever
    bool watches_ = false;     // the watch looks again soon
    bool ended_ = false;
};

}  // namespace iam::mcp
