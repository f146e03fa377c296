// Watches for steps with one thread, once a millisecond while there is work.
#include "iam/core/turns.hpp"

#include "iam/core/signals_blocked.hpp"

#include <chrono>
#include <system_error>

namespace iam {
namespace {

// Longer than most functions, and too short for a person to notice.
constexpr std::chrono::milliseconds k_turn_patience{1};

}  // namespace

void Turns::run(const AtEnd& at_end) {
    {
        Lock lock(mutex_);
        work(lock, at_end);
    }
    // No thread starts another one after the last turn.
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void Turns::work(Lock& lock, const AtEnd& at_end) {
    while (wait_for_turn(lock)) {
        is_taken_ = true;
        lock.unlock();
        Step step = step_();
        lock.lock();
        is_taken_ = false;
        ++steps_;
        if (step.is_last) {
            is_over_ = true;
            changed_.notify_all();
        } else if (step.job) {
            call_standby(at_end);
        }
        lock.unlock();
        if (step.job) step.job();
        step.job = {};
        if (step.is_last) at_end();
        lock.lock();
    }
}

bool Turns::wait_for_turn(Lock& lock) {
    if (is_over_) return false;
    return !is_taken_ || stand_by(lock);
}

bool Turns::stand_by(Lock& lock) {
    ++idle_;
    changed_.wait(lock, [this] { return is_over_ || !has_standby_; });
    --idle_;
    if (is_over_) return false;
    has_standby_ = true;
    bool has_turn = false;
    while (!has_turn && !is_over_) {
        const std::uint64_t seen = steps_;
        changed_.wait_for(lock, k_turn_patience, [this] { return is_over_; });
        if (steps_ != seen) continue;
        has_turn = !is_taken_ && !is_over_;
        if (has_turn) break;
        // The reader waits for input.
        sleeps_ = true;
        changed_.wait(lock, [this] { return is_over_ || !sleeps_; });
    }
    has_standby_ = false;
    return has_turn;
}

void Turns::call_standby(const AtEnd& at_end) {
    if (has_standby_ && !sleeps_) return;
    if (has_standby_ || idle_ > 0) {
        sleeps_ = false;
        return changed_.notify_all();
    }
    const SignalsBlocked blocked;
    try {
        threads_.emplace_back([this, at_end] {
            Lock lock(mutex_);
            --idle_;
            if (stand_by(lock)) work(lock, at_end);
        });
        ++idle_;
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): the job is waited for
    }
}

}  // namespace iam
