// Counts the threads inside.
#include "gate/engine/entrance.hpp"

namespace iam::gate {

std::optional<Entrance::Pass> Entrance::enter() {
    const std::lock_guard lock(mutex_);
    if (closed_) return std::nullopt;
    ++inside_;
    return std::optional<Pass>(std::in_place, *this);
}

void Entrance::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
}

void Entrance::wait_until_empty() {
    std::unique_lock lock(mutex_);
    empty_.wait(lock, [this] { return inside_ == 0; });
}

void Entrance::leave() {
    const std::lock_guard lock(mutex_);
    // Notified under the lock: the waiting thread may destroy this object as soon as it sees zero.
    if (--inside_ == 0) empty_.notify_all();
}

}  // namespace iam::gate
