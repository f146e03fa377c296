// The first thread that brings a task runs all tasks that come meanwhile.
#include "chat/conversation/strand.hpp"

#include <utility>

namespace iam::chat {

void Strand::post(std::function<void()> task) {
    std::unique_lock lock(mutex_);
    if (is_closed_) return;
    tasks_.push_back(std::move(task));
    if (is_running_) return;
    is_running_ = true;
    runner_ = std::this_thread::get_id();
    while (!tasks_.empty()) {
        std::function<void()> next = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        next();
        next = nullptr;  // its captures are destroyed outside the lock
        lock.lock();
    }
    is_running_ = false;
    runner_ = {};
    idle_.notify_all();
}

void Strand::close() {
    std::deque<std::function<void()>> dropped;
    std::unique_lock lock(mutex_);
    is_closed_ = true;
    dropped.swap(tasks_);
    if (runner_ != std::this_thread::get_id()) idle_.wait(lock, [this] { return !is_running_; });
}

}  // namespace iam::chat
