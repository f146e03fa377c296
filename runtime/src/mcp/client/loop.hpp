// One thread for all connections of a program: it waits for times and for descriptors.
#pragma once

#include "mcp/client/timers.hpp"
#include "mcp/lines/line_channel.hpp"
#include <iam/core/clock.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace iam::mcp {

/// Thread-safe, except where a function says otherwise. The thread starts with the first job. It
/// takes no signals.
class Loop final : public Timers {
 public:
    /// The clock outlives the Loop.
    explicit Loop(const Clock& clock) : clock_(clock) {}
    /// Goes on until no hold is left, then waits for the running function. Other jobs are lost.
    ~Loop() override;

    void after(std::chrono::milliseconds delay, std::function<void()> job) override;

    /// Calls `on_readable` while the descriptor has something to read or has ended. Of this thread
    /// alone, as unwatch() is.
    void watch(int descriptor, std::function<void()> on_readable);
    void unwatch(int descriptor);
    /// The Loop does not end before the returned object does.
    [[nodiscard]] std::shared_ptr<void> hold();

 private:
    using Job = std::function<void()>;

    void run();
    std::vector<Job> take_due(std::chrono::milliseconds& wait);
    void wait_for_descriptors(std::chrono::milliseconds wait);

    const Clock& clock_;
    Wake wake_{};
    std::mutex mutex_;
    std::condition_variable let_go_;
    std::size_t holds_ = 0;
    std::multimap<std::chrono::milliseconds, Job> jobs_;  // by boot()
    bool ended_ = false;
    std::thread thread_;
    // Of the thread.
    std::map<int, std::shared_ptr<const Job>> watched_;
};

}  // namespace iam::mcp
