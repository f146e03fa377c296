// Lets threads take turns at reading requests, so a function runs on the thread that has read its
// request.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace iam {

/// One thread at a time has the turn, and takes a step: it reads a request, say. Then it gives the
/// turn free, runs the requested function, and takes the turn again. If a function takes longer
/// than a moment, another thread takes the turn. So quick functions cost no hand-over, and slow
/// ones hinder nobody. If the system gives no thread, a slow function is waited for.
class Turns {
 public:
    /// The result of a turn.
    struct Step {
        std::function<void()> job{};  ///< to be run after the turn; may be empty
        bool is_last = false;         ///< there are no more turns
    };
    /// `step` is called by one thread at a time. Neither it nor a job throws.
    explicit Turns(std::function<Step()> step) : step_(std::move(step)) {}
    /// Must not be destroyed while run() is at work.
    ~Turns() = default;
    Turns(const Turns&) = delete;
    Turns& operator=(const Turns&) = delete;

    /// Takes turns on this thread until the last turn. Starts other threads when they are needed;
    /// they take turns too. Calls `at_end` once after the last turn, on one of the threads. Returns
    /// when all jobs and `at_end` have ended.
    void run(const std::function<void()>& at_end);

 private:
    using Lock = std::unique_lock<std::mutex>;
    using AtEnd = std::function<void()>;

    void work(Lock& lock, const AtEnd& at_end);
    /// Waits for the turn. False: there are no more turns.
    bool wait_for_turn(Lock& lock);
    /// Waits until the threads with jobs leave the turn free for a moment. One thread at a time
    /// watches, the others are idle.
    bool stand_by(Lock& lock);
    /// Has a thread watch the turn, so it is not left free for long.
    void call_standby(const AtEnd& at_end);

    const std::function<Step()> step_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t steps_ = 0;
    bool is_taken_ = false;     // a thread has the turn
    bool has_standby_ = false;  // a thread watches
    bool sleeps_ = false;       // it waits to be called
    std::size_t idle_ = 0;      // threads
    bool is_over_ = false;
    std::vector<std::thread> threads_{};
};

}  // namespace iam
