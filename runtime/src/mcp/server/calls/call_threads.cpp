#include "mcp/server/calls/call_threads.hpp"

#include <iam/core/signals_blocked.hpp>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace iam::mcp {
namespace {

// Longer than most functions, and too short for a person to notice.
constexpr std::chrono::milliseconds k_patience{1};

std::size_t processors() {
    return std::max(std::thread::hardware_concurrency(), 2U);
}

}  // namespace

CallThreads::CallThreads(std::size_t most)
    : most_(std::max<std::size_t>(most, 1)),
      prompt_(std::min(most_, processors())),
      at_once_(prompt_) {}

void CallThreads::end() {
    std::vector<std::thread> threads;
    std::thread watch;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        at_once_ = most_;
        threads.swap(threads_);
        watch.swap(watch_);
    }
    work_.notify_all();
    backlog_.notify_all();
    if (watch.joinable()) watch.join();
    for (std::thread& thread : threads) thread.join();
}

void CallThreads::run(std::function<void()> job) {
    std::unique_lock lock(mutex_);
    if (!ended_ && threads_.size() < at_once_ && idle_ <= jobs_.size()) start_thread();
    if (threads_.empty()) {
        lock.unlock();
        return job();
    }
    jobs_.push_back(std::move(job));
    const bool runs_now = may_run();
    // Threads told of a job may not have begun it yet.
    const bool has_backlog = running_ + jobs_.size() > at_once_;
    if (has_backlog) start_watch();
    const bool wakes_watch = has_backlog && !watches_;
    lock.unlock();
    if (runs_now) work_.notify_one();
    if (wakes_watch) backlog_.notify_one();
}

void CallThreads::start_thread() {
    try {
        threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): the other threads do it
    }
}

void CallThreads::start_watch() {
    if (watch_.joinable() || ended_) return;
    const SignalsBlocked blocked;
    try {
        watch_ = std::thread([this] { watch(); });
    } catch (const std::system_error&) {
        at_once_ = most_;  // nobody tells when jobs are blocked
    }
}

void CallThreads::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        ++idle_;
        work_.wait(lock, [this] { return may_run() || (ended_ && jobs_.empty()); });
        --idle_;
        if (!may_run()) return;
        {
            const std::function<void()> job = std::move(jobs_.front());
            jobs_.pop_front();
            ++running_;
            ++begun_;
            lock.unlock();
            job();
        }
        lock.lock();
        --running_;
        // The blocked jobs, and one quick job.
        if (jobs_.empty()) at_once_ = std::clamp(running_ + 1, prompt_, most_);
        if (ended_ && jobs_.empty()) work_.notify_all();
    }
}

void CallThreads::watch() {
    std::unique_lock lock(mutex_);
    while (true) {
        backlog_.wait(lock, [this] { return ended_ || !jobs_.empty(); });
        if (ended_) return;
        const std::size_t begun = begun_;
        watches_ = true;
        backlog_.wait_for(lock, k_patience, [this] { return ended_; });
        watches_ = false;
        if (jobs_.empty() || begun != begun_ || at_once_ == most_) continue;
        ++at_once_;
        if (idle_ == 0 && threads_.size() < at_once_) start_thread();
        work_.notify_one();
    }
}

}  // namespace iam::mcp
