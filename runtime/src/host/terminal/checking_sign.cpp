// A thread for each decision costs little beside a question to a person.
#include "host/terminal/checking_sign.hpp"

#include "host/session/alarm.hpp"
#include <iam/core/signals_blocked.hpp>

#include <utility>

namespace iam::host {

CheckingSign::CheckingSign(Wait wait, std::function<void()> show)
    : wait_(wait_of(wait)), show_(std::move(show)) {}

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
