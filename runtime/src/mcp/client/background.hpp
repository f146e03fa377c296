// Runs functions that may wait for a person, each on a thread of its own.
#pragma once

#include <functional>
#include <list>
#include <mutex>
#include <stop_token>
#include <thread>

namespace iam::mcp {

/// Thread-safe. Its threads take no signals.
class Background {
 public:
    Background() = default;
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;
    /// Stops all functions and waits for them.
    ~Background();

    /// Runs `job` soon. It must return soon after the stop, and must not throw.
    void run(std::function<void(std::stop_token stop)> job);

 private:
    struct Worker {
        std::stop_source stop{};
        bool has_ended = false;  // by mutex_
        std::thread thread{};
    };
    void join_ended();

    std::mutex mutex_{};
    std::list<Worker> workers_{};  // by mutex_
};

}  // namespace iam::mcp
