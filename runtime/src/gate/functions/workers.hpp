// Threads for tools with a time limit. Their number and their queue are bounded; they start at
// first use.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace iam::gate {

/// Thread-safe. A job's functions must not throw.
class Workers {
 public:
    struct Job {
        std::function<void()> run{};
        /// Called when the limit ends while the job runs. Like `dropped(true)`, it gets a thread of
        /// its own: the host's code may take long, and time must be kept meanwhile.
        std::function<void()> overdue{};
        /// Called when the job will never start: its limit ended in the queue (true), or the
        /// workers end (false).
        std::function<void(bool too_late)> dropped{};
        /// The longest wait, and then the longest run.
        std::chrono::milliseconds limit{};
    };

    /// One place among the running and waiting jobs; its destructor gives it back.
    class Slot {
     public:
        explicit Slot(Workers& workers) noexcept : workers_(&workers) {}
        Slot(Slot&& other) noexcept : workers_(std::exchange(other.workers_, nullptr)) {}
        Slot& operator=(Slot&&) = delete;
        Slot(const Slot&) = delete;
        Slot& operator=(const Slot&) = delete;
        ~Slot() {
            if (workers_ != nullptr) workers_->give_back();
        }
        /// Queues the job. The place is free again when the job is over.
        void submit(Job job) && {
            Workers& workers = *workers_;
            workers.submit(std::move(*this), std::move(job));
        }

     private:
        Workers* workers_;
    };

    explicit Workers(unsigned threads_max) noexcept
        : threads_max_(threads_max == 0 ? 1 : threads_max) {}
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers() { shut_down(); }

    /// Returns nothing if all places are taken, no thread can be started, or the end has begun.
    /// Reserved before a call's intent is written: a busy program refuses instead of promising.
    std::optional<Slot> reserve();
    /// Drops waiting jobs and waits for running ones. May be called twice.
    void shut_down();

 private:
    enum class Phase { waiting, running, over };
    using Moment = std::chrono::steady_clock::time_point;
    struct Task;
    using Limits = std::multimap<Moment, std::shared_ptr<Task>>;
    struct Expired {
        std::shared_ptr<Task> task;
        bool was_waiting = false;
    };
    struct Task {
        Slot slot;
        Job job;
        Phase phase = Phase::waiting;
        Limits::iterator limit{};  ///< Valid until the limit or the task ends.
        bool timed = false;
    };

    void submit(Slot slot, Job job);
    void give_back();
    bool start_threads();
    void work();
    void keep_time();
    void expire(std::unique_lock<std::mutex>& lock);
    void attend();
    void attend_first(std::unique_lock<std::mutex>& lock);
    void start_time(const std::shared_ptr<Task>& task);
    void end(Task& task);

    const unsigned threads_max_;
    std::mutex mutex_;
    std::condition_variable work_news_;
    std::condition_variable time_news_;
    bool ending_ = false;
    std::size_t taken_ = 0;
    std::deque<std::shared_ptr<Task>> queue_;
    Limits limits_;
    std::vector<std::thread> threads_;
    std::thread timekeeper_;
    std::condition_variable expired_news_;
    std::deque<Expired> expired_;
    std::size_t attendants_idle_ = 0;
    std::vector<std::thread> attendants_;
};

}  // namespace iam::gate
