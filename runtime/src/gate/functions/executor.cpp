// Turns in order of arrival, and the queue of a main loop.
#include "iam/gate/executor.hpp"

namespace iam::gate {

std::optional<Turns::Turn> Turns::wait(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (running_.count(std::this_thread::get_id()) > 0) return std::optional<Turn>(nullptr);
    const std::uint64_t ticket = ++last_ticket_;
    waiting_.push_back(ticket);
    const bool came =
        news_.wait(lock, stop, [&] { return free_ > 0 && waiting_.front() == ticket; });
    std::erase(waiting_, ticket);
    if (came) --free_;
    // Wakes the thread now in front: the one before it has its turn or has left.
    news_.notify_all();
    if (!came) return std::nullopt;
    return std::optional<Turn>(std::in_place, this);
}

void Turns::give_back() {
    const std::lock_guard lock(mutex_);
    ++free_;
    news_.notify_all();
}

Turns::Here::Here(Turns* turns) : turns_(turns) {
    if (turns_ == nullptr) return;
    const std::lock_guard lock(turns_->mutex_);
    turns_->running_.insert(std::this_thread::get_id());
}

Turns::Here::~Here() {
    if (turns_ == nullptr) return;
    const std::lock_guard lock(turns_->mutex_);
    turns_->running_.erase(turns_->running_.find(std::this_thread::get_id()));
}

void LoopExecutor::post(std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        if (closed_) return;
        jobs_.push_back(std::move(job));
    }
    if (wake_) wake_();
}

std::size_t LoopExecutor::run_pending() {
    std::deque<std::function<void()>> jobs;
    {
        const std::lock_guard lock(mutex_);
        jobs.swap(jobs_);
    }
    for (const auto& job : jobs) job();
    return jobs.size();
}

void LoopExecutor::close() {
    std::deque<std::function<void()>> dropped;
    const std::lock_guard lock(mutex_);
    closed_ = true;
    dropped.swap(jobs_);
}

}  // namespace iam::gate
