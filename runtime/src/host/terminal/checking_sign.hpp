// The word to a person who waits that a decision takes its time. Quick ones are made without it.
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

/// Between begin() and end() a thread of its own waits; where the time passes it calls `show`, once. Thread-safe.
class CheckingSign {
 public:
    /// `wait` as Environment::wait; empty: by the machine's clock.
    CheckingSign(Wait wait, std::function<void()> show);
    CheckingSign(const CheckingSign&) = delete;
    CheckingSign& operator=(const CheckingSign&) = delete;
    ~CheckingSign() { end(); }

    /// A sign that could not be begun is none: no memory, no thread.
    void begin() noexcept;
    /// When it returns, `show` is not called any more until it begins anew.
    void end() noexcept;

    /// From here to the end of a block, unless it ends before. Without a sign it does nothing.
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
