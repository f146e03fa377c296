// Runs functions after a time, on a thread that starts with the first one.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace iam::chat {

/// Thread-safe. The destructor drops the functions whose time has not come, and waits for a running
/// one; it must not run within one.
class DelayedWork {
 public:
    DelayedWork() = default;
    DelayedWork(const DelayedWork&) = delete;
    DelayedWork& operator=(const DelayedWork&) = delete;
    ~DelayedWork();

    void run_after(std::chrono::milliseconds delay, std::function<void()> work);

 private:
    using Time = std::chrono::steady_clock::time_point;
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::multimap<Time, std::function<void()>> queue_;  // under mutex_
    bool has_ended_ = false;                            // under mutex_
    std::thread thread_;
};

}  // namespace iam::chat
