#include "mcp/server/calls/call_threads.hpp"

#include <system_error>
#include <utility>

namespace iam::mcp {

void CallThreads::end() {
    std::vector<std::thread> threads;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        threads.swap(threads_);
    }
    work_.notify_all();
    for (std::thread& thread : threads) thread.join();
}

void CallThreads::run(std::function<void()> job) {
    std::unique_lock lock(mutex_);
    // Jobs that wait already have a claim on the free threads.
    const bool needs_thread = !ended_ && free_ <= jobs_.size() && threads_.size() < most_;
    if (needs_thread) start_thread();
    if (threads_.empty()) {
        lock.unlock();
        return job();
    }
    jobs_.push_back(std::move(job));
    lock.unlock();
    work_.notify_one();
}

void CallThreads::start_thread() {
    try {
        threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): the other threads do it
    }
}

void CallThreads::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        ++free_;
        work_.wait(lock, [this] { return ended_ || !jobs_.empty(); });
        --free_;
        if (jobs_.empty()) return;
        {
            const std::function<void()> job = std::move(jobs_.front());
            jobs_.pop_front();
            lock.unlock();
            job();
        }
        lock.lock();
    }
}

}  // namespace iam::mcp
