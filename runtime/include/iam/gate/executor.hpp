// Decides on which thread of the host the functions of tools run, and how many run at once.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <thread>
#include <utility>

namespace iam::gate {

/// One or more threads of the host on which functions must run. Thread-safe.
class Executor {
 public:
    virtual ~Executor() = default;
    /// Runs `job` once on its thread. `job` throws nothing. Or drops it, by destroying it or by
    /// throwing: then the function is not called.
    virtual void post(std::function<void()> job) = 0;
    /// True on a thread that runs jobs. A call made there runs its function at once.
    virtual bool is_here() const = 0;
};

/// Bounds how many functions run at once: of one tool, of a class, or of all users of the object.
/// Waiting threads get their turns in order of arrival. Thread-safe.
class Turns {
 public:
    /// 0 counts as 1: one after another.
    explicit Turns(unsigned at_once = 1) noexcept : free_(at_once == 0 ? 1 : at_once) {}

    /// One turn. Its destructor gives it back.
    class Turn {
     public:
        explicit Turn(Turns* turns) noexcept : turns_(turns) {}
        Turn(Turn&& other) noexcept : turns_(std::exchange(other.turns_, nullptr)) {}
        Turn& operator=(Turn&&) = delete;
        ~Turn() {
            if (turns_ != nullptr) turns_->give_back();
        }

     private:
        Turns* turns_;
    };
    /// Returns nothing if a stop was requested first. A function with a turn needs no second one
    /// for a call made on its own thread.
    std::optional<Turn> wait(const std::stop_token& stop);

    /// While it lives, this thread runs a function with a turn.
    class Here {
     public:
        explicit Here(Turns* turns);
        Here(const Here&) = delete;
        Here& operator=(const Here&) = delete;
        ~Here();

     private:
        Turns* turns_;
    };

 private:
    void give_back();

    std::mutex mutex_;
    std::condition_variable_any news_;
    unsigned free_;
    std::uint64_t last_ticket_ = 0;
    std::deque<std::uint64_t> waiting_;
    std::multiset<std::thread::id> running_;
};

/// Where the functions of one tool run. Empty: on the thread of the call, any number at once.
struct Placement {
    std::shared_ptr<Executor> executor{};
    std::shared_ptr<Turns> turns{};
};

/// For a main loop: jobs wait until the loop's thread runs them. The loop's thread must make this
/// object.
class LoopExecutor final : public Executor {
 public:
    /// `wake` is called after each job, on the posting thread: it tells the loop to look.
    explicit LoopExecutor(std::function<void()> wake = {}) : wake_(std::move(wake)) {}

    void post(std::function<void()> job) override;
    bool is_here() const override { return std::this_thread::get_id() == thread_; }
    /// Runs the waiting jobs, on the loop's thread, and returns their number.
    std::size_t run_pending();
    /// Drops the waiting jobs and takes no more. Call it before the loop ends.
    void close();

 private:
    const std::thread::id thread_ = std::this_thread::get_id();
    std::function<void()> wake_;
    std::mutex mutex_;
    std::deque<std::function<void()>> jobs_;
    bool closed_ = false;
};

}  // namespace iam::gate
