#include "chat/retry/delayed_work.hpp"

#include <iam/core/signals_blocked.hpp>

#include <utility>

namespace iam::chat {

DelayedWork::~DelayedWork() {
    {
        const std::lock_guard lock(mutex_);
        has_ended_ = true;
        changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
}

void DelayedWork::run_after(std::chrono::milliseconds delay, std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    if (has_ended_) return;
    queue_.emplace(std::chrono::steady_clock::now() + delay, std::move(work));
    if (!thread_.joinable()) {
        const SignalsBlocked blocked;
        thread_ = std::thread([this] { run(); });
    }
    changed_.notify_all();
}

void DelayedWork::run() {
    std::unique_lock lock(mutex_);
    while (!has_ended_) {
        if (queue_.empty()) {
            changed_.wait(lock);
            continue;
        }
        const auto first = queue_.begin();
        if (first->first > std::chrono::steady_clock::now()) {
            changed_.wait_until(lock, Time(first->first));
            continue;
        }
        const std::function<void()> work = std::move(first->second);
        queue_.erase(first);
        lock.unlock();
        work();
        lock.lock();
    }
}

}  // namespace iam::chat
