#include "host/commands/chat/event_queue.hpp"

#include <utility>

namespace iam::host {

void EventQueue::post(std::function<void()> run) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(run));
    posted_.notify_all();
}

void EventQueue::run_until(const std::function<bool()>& is_done) {
    while (!is_done()) {
        std::unique_lock lock(mutex_);
        posted_.wait(lock, [this] { return !queue_.empty(); });
        const std::function<void()> run = std::move(queue_.front());
        queue_.pop_front();
        lock.unlock();
        run();
    }
}

void EventQueue::run_posted() {
    std::unique_lock lock(mutex_);
    std::deque<std::function<void()>> posted = std::exchange(queue_, {});
    lock.unlock();
    for (const auto& run : posted) run();
}

}  // namespace iam::host
