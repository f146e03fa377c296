#include "iam/console/traffic.hpp"

#include <utility>

namespace iam::console {
namespace {

constexpr std::size_t k_kept_messages_max = 1000;
constexpr std::size_t k_kept_bytes_max = std::size_t{8} << 20U;

}  // namespace

bool Traffic::is_on() const {
    const std::lock_guard lock(mutex_);
    return is_on_;
}

void Traffic::turn(bool is_on) {
    const std::lock_guard lock(mutex_);
    is_on_ = is_on;
    if (is_on) return;
    kept_.clear();
    bytes_ = 0;
}

void Traffic::add(TrafficMessage message) {
    const std::lock_guard lock(mutex_);
    if (!is_on_) return;
    message.number = ++newest_;
    bytes_ += message.text.size();
    kept_.push_back(std::move(message));
    while (kept_.size() > k_kept_messages_max || bytes_ > k_kept_bytes_max) {
        bytes_ -= kept_.front().text.size();
        kept_.pop_front();
    }
}

std::vector<TrafficMessage> Traffic::after(std::uint64_t after, std::size_t limit) const {
    const std::lock_guard lock(mutex_);
    std::vector<TrafficMessage> found;
    for (const TrafficMessage& message : kept_) {
        if (found.size() == limit) break;
        if (message.number > after) found.push_back(message);
    }
    return found;
}

}  // namespace iam::console
