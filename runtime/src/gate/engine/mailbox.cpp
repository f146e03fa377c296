// A queue of work; the answer ends it.
#include "gate/engine/mailbox.hpp"

#include <utility>

namespace iam::gate {

void Mailbox::post(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    work_.push_back(std::move(work));
    news_.notify_one();
}

void Mailbox::answer(ToolResult&& result) {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(result);
    is_answered_ = true;
    news_.notify_one();
}

void Mailbox::wait() {
    std::unique_lock lock(mutex_);
    for (;;) {
        news_.wait(lock, [this] { return is_answered_ || !work_.empty(); });
        // Posted work comes first: another call may wait for its turn in it.
        if (work_.empty()) return;
        const std::function<void()> work = std::move(work_.front());
        work_.erase(work_.begin());
        lock.unlock();
        work();
        lock.lock();
    }
}

}  // namespace iam::gate
