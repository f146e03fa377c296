// Threads that are started at first use and joined at the end.
#include "chat/conversation/call_workers.hpp"

#include <iam/chat/conversation.hpp>
#include <iam/core/signals_blocked.hpp>

#include <utility>

namespace iam::chat {

bool CallWorkers::post(std::function<void()> job) {
    const std::lock_guard lock(mutex_);
    if (is_closed_) return false;
    if (free_ <= jobs_.size() && threads_.size() < k_calls_at_once_max) {
        try {
            const SignalsBlocked blocked;
            threads_.emplace_back([this] { work(); });
            ++free_;
        } catch (...) {
            // A thread that is there runs the job later.
            if (threads_.empty()) return false;
        }
    }
    jobs_.push_back(std::move(job));
    news_.notify_one();
    return true;
}

void CallWorkers::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        news_.wait(lock, [this] { return is_closed_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        std::function<void()> job = std::move(jobs_.front());
        jobs_.pop_front();
        --free_;
        lock.unlock();
        try {
            job();
        } catch (...) {
            // Without memory the call stays without a result, and open() settles it.
        }
        job = nullptr;
        lock.lock();
        ++free_;
    }
}

void CallWorkers::close() {
    std::vector<std::thread> ending;
    std::deque<std::function<void()>> dropped;
    {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
        dropped.swap(jobs_);
        ending.swap(threads_);
    }
    news_.notify_all();
    for (std::thread& thread : ending) thread.join();
}

std::size_t CallWorkers::threads() const {
    const std::lock_guard lock(mutex_);
    return threads_.size();
}

}  // namespace iam::chat
