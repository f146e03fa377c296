// Tells a waiting person that a decision takes its time. A quick decision shows no sign.
#pragma once

#include "host/session/environment.hpp"

#include <chrono>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace iam::host {

/// After this time the sign is shown.
inline constexpr std::chrono::milliseconds k_checking_after{100};

/// Between begin() and end() a thread of its own waits. If the time passes, it calls `show` once.
/// Thread-safe.
class CheckingSign {
 public:
    /// `wait` as Environment::wait; empty: the machine's clock.
    CheckingSign(Wait wait, std::function<void()> show);
    CheckingSign(const CheckingSign&) = delete;
    CheckingSign& operator=(const CheckingSign&) = delete;
    ~CheckingSign() { end(); }

    /// Without memory or a thread there is no sign.
    void begin() noexcept;
    /// After it returns, `show` is not called before the next begin().
    void end() noexcept;

    /// Shows the sign until the end of a block, or until end(). Does nothing without a sign.
    class Scope {
     public:
        explicit Scope(CheckingSign* sign) noexcept : sign_(sign) {
            if (sign_ != nullptr) sign_->begin();
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() {
            if (sign_ != nullptr) sign_->end();
        }

     private:
        CheckingSign* sign_;
    };

 private:
    Wait wait_;
    std::function<void()> show_;
    std::mutex mutex_;
    std::jthread waiting_;
};

}  // namespace iam::host
