// A thread for each decision costs little beside a question to a person.
#include "host/terminal/checking_sign.hpp"

#include <iam/core/signals_blocked.hpp>

#include <condition_variable>
#include <utility>

namespace iam::host {
namespace {

bool wait_by_the_clock(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

}  // namespace

CheckingSign::CheckingSign(Wait wait, std::function<void()> show)
    : wait_(wait ? std::move(wait) : wait_by_the_clock), show_(std::move(show)) {}

void CheckingSign::begin() noexcept {
    try {
        const std::lock_guard lock(mutex_);
        const SignalsBlocked blocked;
        waiting_ = std::jthread([this](const std::stop_token& stop) {
            try {
                if (wait_(k_checking_after, stop)) show_();
            } catch (...) {
                // The decision does not wait for its sign.
            }
        });
    } catch (...) {
        // The decision does not wait for a thread either.
    }
}

void CheckingSign::end() noexcept {
    const std::lock_guard lock(mutex_);
    waiting_ = std::jthread();  // stops the thread and waits for it
}

}  // namespace iam::host
