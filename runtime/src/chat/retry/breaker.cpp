#include "chat/retry/breaker.hpp"

#include <algorithm>

namespace iam::chat {

bool Breaker::lets_through(std::chrono::milliseconds now) {
    const std::lock_guard lock(mutex_);
    if (!is_open()) return true;
    if (is_probing_ || now - failures_.back() < time_) return false;
    is_probing_ = true;
    return true;
}

std::chrono::milliseconds Breaker::wait(std::chrono::milliseconds now) const {
    const std::lock_guard lock(mutex_);
    if (!is_open()) return std::chrono::milliseconds{0};
    return std::max(std::chrono::milliseconds{0}, failures_.back() + time_ - now);
}

void Breaker::failed(std::chrono::milliseconds now) {
    const std::lock_guard lock(mutex_);
    is_probing_ = false;
    // An open breaker stays open; a closed one counts the failures of the last `time_` only.
    while (!is_open() && !failures_.empty() && now - failures_.front() > time_)
        failures_.pop_front();
    failures_.push_back(now);
    if (failures_.size() > failures_max_) failures_.pop_front();
}

void Breaker::succeeded() {
    const std::lock_guard lock(mutex_);
    is_probing_ = false;
    failures_.clear();
}

void Breaker::forget_probe() {
    const std::lock_guard lock(mutex_);
    is_probing_ = false;
}

}  // namespace iam::chat
