#include "mcp/client/loop.hpp"

#include <iam/core/signals_blocked.hpp>

#include <poll.h>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_longest_wait{60'000};

}  // namespace

Loop::~Loop() {
    {
        std::unique_lock lock(mutex_);
        let_go_.wait(lock, [this] { return holds_ == 0; });
        ended_ = true;
    }
    wake_.signal();
    if (thread_.joinable()) thread_.join();
}

void Loop::after(milliseconds delay, std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        jobs_.emplace(clock_.boot() + std::max(delay, milliseconds{0}), std::move(job));
        if (!thread_.joinable() && !ended_) {
            const SignalsBlocked blocked;
            thread_ = std::thread([this] { run(); });
        }
    }
    wake_.signal();
}

void Loop::watch(int descriptor, std::function<void()> on_readable) {
    watched_[descriptor] = std::make_shared<const Job>(std::move(on_readable));
}

void Loop::unwatch(int descriptor) {
    watched_.erase(descriptor);
}

std::shared_ptr<void> Loop::hold() {
    const std::lock_guard lock(mutex_);
    ++holds_;
    return {nullptr, [this](std::nullptr_t) {
                const std::lock_guard released(mutex_);
                --holds_;
                let_go_.notify_all();
            }};
}

std::vector<std::function<void()>> Loop::take_due(milliseconds& wait) {
    std::vector<Job> due;
    const std::lock_guard lock(mutex_);
    const milliseconds now = clock_.boot();
    while (!ended_ && !jobs_.empty() && jobs_.begin()->first <= now) {
        due.push_back(std::move(jobs_.begin()->second));
        jobs_.erase(jobs_.begin());
    }
    wait = k_longest_wait;
    if (!jobs_.empty()) wait = std::min(wait, jobs_.begin()->first - now);
    if (!due.empty()) wait = milliseconds{0};
    return due;
}

void Loop::wait_for_descriptors(milliseconds wait) {
    std::vector<pollfd> polled{{wake_.descriptor(), POLLIN, 0}};
    for (const auto& [descriptor, job] : watched_) polled.push_back({descriptor, POLLIN, 0});
    if (::poll(polled.data(), polled.size(), static_cast<int>(wait.count())) <= 0) return;
    if (polled.front().revents != 0) wake_.clear();
    for (auto ready = polled.begin() + 1; ready != polled.end(); ++ready) {
        if (ready->revents == 0) continue;
        const auto watched = watched_.find(ready->fd);
        // An earlier function of this round may have given the descriptor up.
        if (watched == watched_.end()) continue;
        const std::shared_ptr<const Job> job = watched->second;
        (*job)();
    }
}

void Loop::run() {
    while (true) {
        milliseconds wait{0};
        for (const Job& job : take_due(wait)) job();
        {
            const std::lock_guard lock(mutex_);
            if (ended_) return;
        }
        wait_for_descriptors(wait);
    }
}

}  // namespace iam::mcp
