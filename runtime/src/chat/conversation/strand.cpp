// The first thread that brings a task runs all tasks that come meanwhile.
#include "chat/conversation/strand.hpp"

#include <future>
#include <memory>
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
        try {
            next();
        } catch (...) {
            // The next task must find the strand free.
        }
        next = nullptr;  // its captures are destroyed outside the lock
        lock.lock();
    }
    is_running_ = false;
    runner_ = {};
    idle_.notify_all();
}

void Strand::run(const std::function<void()>& task) {
    {
        std::unique_lock lock(mutex_);
        if (runner_ == std::this_thread::get_id()) {
            lock.unlock();
            return task();
        }
    }
    // The task outlives this call only if it is dropped: then it releases `done` all the same.
    std::promise<void> done;
    std::future<void> ended = done.get_future();
    post([&task, done = std::make_shared<std::promise<void>>(std::move(done))] {
        task();
        done->set_value();
    });
    ended.wait();
}

void Strand::close() {
    std::deque<std::function<void()>> dropped;
    std::unique_lock lock(mutex_);
    is_closed_ = true;
    dropped.swap(tasks_);
    if (runner_ != std::this_thread::get_id()) idle_.wait(lock, [this] { return !is_running_; });
}

}  // namespace iam::chat
