// The stop token shared by all running functions, and the thread watching for a freeze by another
// process.
#include "gate/functions/stops.hpp"

#include <iam/core/signals_blocked.hpp>

#include <utility>

namespace iam::gate {
namespace {

constexpr std::chrono::seconds k_look_again{1};

}  // namespace

std::stop_token Stops::token() {
    const std::lock_guard lock(mutex_);
    return source_.get_token();
}

void Stops::request_all() {
    std::stop_source next;
    {
        const std::lock_guard lock(mutex_);
        std::swap(source_, next);
    }
    // Outside the lock: a stop calls back into functions.
    next.request_stop();
}

void Stops::close() {
    closed_ = true;
    request_all();
}

void Stops::enter() noexcept {
    if (!watches_) return;
    const std::lock_guard lock(mutex_);
    ++running_;
    if (watcher_.joinable()) return changed_.notify_all();
    try {
        const SignalsBlocked blocked;
        watcher_ = std::jthread([this](const std::stop_token& ending) { watch(ending); });
    } catch (...) {
        // Without a thread the function still runs. Then only this Runtime asks it to stop.
    }
}

void Stops::leave() noexcept {
    if (!watches_) return;
    const std::lock_guard lock(mutex_);
    --running_;
}

void Stops::watch(const std::stop_token& ending) {
    while (!ending.stop_requested()) {
        {
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, ending, [this] { return running_ > 0; })) return;
        }
        look_once(ending);
    }
}

void Stops::look_once(const std::stop_token& ending) {
    try {
        // The version is read first, so every later commit ends the wait.
        const auto version = store_.version();
        const auto freeze = store_.freeze();
        if (freeze && *freeze) request_all();
        if (version && freeze && store_.wait_for_change(*version, k_look_again, ending)) return;
    } catch (...) {
        // Without memory now, the next look may succeed.
    }
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, ending, k_look_again, [] { return false; });
}

void Stops::end() {
    if (!watcher_.joinable()) return;
    watcher_.request_stop();
    watcher_.join();
}

}  // namespace iam::gate
