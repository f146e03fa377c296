// Threads for tools with a time limit: bounded in number and in what waits for them, started at
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

/// Thread-safe. Everything that a job is made of must not throw.
class Workers {
 public:
    struct Job {
        std::function<void()> run{};
        /// Its time is over while it runs. Like `dropped(true)` called on a thread of its own, since
        /// it may take as long as the host likes, and time must be kept meanwhile.
        std::function<void()> overdue{};
        /// It was never started and never will be: its time ended in the queue (true) or the
        /// workers end (false).
        std::function<void(bool too_late)> dropped{};
        /// How long it may wait, and then how long it may run.
        std::chrono::milliseconds limit{};
    };

    /// One place among those that run or wait; given back when it dies.
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

     private:
        Workers* workers_;
    };

    explicit Workers(unsigned threads_max) noexcept
        : threads_max_(threads_max == 0 ? 1 : threads_max) {}
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers() { shut_down(); }

    /// Nothing if all places are taken, no thread can be started or the end has begun. Asked for
    /// before a call's intent is written, so that a busy program refuses instead of promising.
    std::optional<Slot> reserve();
    void submit(Slot slot, Job job);
    /// Drops what waits, waits for what runs. Safe to call twice.
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
        Limits::iterator limit{};  ///< valid until the time is over or the task is
        bool timed = false;
    };

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
