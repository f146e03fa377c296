// The event loop that an application has already: jobs from any thread, run one after another on
// one thread.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace editor {

class EventLoop {
 public:
    /// From any thread.
    void post(std::function<void()> job) {
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(std::move(job));
        }
        wake_.notify_one();
    }
    void quit() {
        post([this] { running_ = false; });
    }
    /// True on the thread that runs the jobs, the only one that may show a window.
    bool is_here() const { return thread_ == std::this_thread::get_id(); }
    /// Runs jobs until quit.
    void run() {
        thread_ = std::this_thread::get_id();
        while (running_) next()();
    }

 private:
    std::function<void()> next() {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return !jobs_.empty(); });
        std::function<void()> job = std::move(jobs_.front());
        jobs_.pop_front();
        return job;
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> jobs_;
    std::thread::id thread_;
    bool running_ = true;  // only the loop's thread looks at it
};

}  // namespace editor
