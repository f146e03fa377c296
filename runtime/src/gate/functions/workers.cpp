// A small pool of threads, and one thread that keeps the time.
#include "gate/functions/workers.hpp"

#include <iam/core/signals_blocked.hpp>

#include <algorithm>
#include <iterator>
#include <system_error>

namespace iam::gate {
namespace {

// More waiting jobs are refused: a model that floods the program gets an answer at once.
constexpr std::size_t k_waiting_per_thread_max = 16;

}  // namespace

std::optional<Workers::Slot> Workers::reserve() {
    const std::lock_guard lock(mutex_);
    if (ending_ || taken_ >= threads_max_ * (1 + k_waiting_per_thread_max)) return std::nullopt;
    if (!start_threads()) return std::nullopt;
    ++taken_;
    return std::optional<Slot>(std::in_place, *this);
}

void Workers::give_back() {
    const std::lock_guard lock(mutex_);
    --taken_;
}

// Starts one more thread if all are busy and the limit allows it. Called under the lock.
bool Workers::start_threads() {
    try {
        if (!timekeeper_.joinable()) {
            const SignalsBlocked blocked;
            timekeeper_ = std::thread([this] { keep_time(); });
        }
        const bool busy = taken_ >= threads_.size();
        if (busy && threads_.size() < threads_max_) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
        // The system has no more threads. The running ones must do.
    }
    return timekeeper_.joinable() && !threads_.empty();
}

void Workers::submit(Slot slot, Job job) {
    auto task = std::make_shared<Task>(Task{.slot = std::move(slot), .job = std::move(job)});
    {
        const std::lock_guard lock(mutex_);
        if (!ending_) {
            start_time(task);
            queue_.push_back(std::move(task));
            work_news_.notify_one();
            return;
        }
    }
    task->job.dropped(false);
}

void Workers::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        work_news_.wait(lock, [this] { return ending_ || !queue_.empty(); });
        if (queue_.empty()) return;
        std::shared_ptr<Task> task = std::move(queue_.front());
        queue_.pop_front();
        end(*task);
        task->phase = Phase::running;
        start_time(task);
        lock.unlock();
        task->job.run();
        lock.lock();
        end(*task);
        // The slot and the job's captures are destroyed outside the lock.
        lock.unlock();
        task.reset();
        lock.lock();
    }
}

void Workers::keep_time() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        if (limits_.empty()) {
            time_news_.wait(lock);
        } else if (const Moment next = limits_.begin()->first;
                   std::chrono::steady_clock::now() < next) {
            time_news_.wait_until(lock, next);
        } else {
            expire(lock);
        }
    }
}

// Called under the lock.
void Workers::start_time(const std::shared_ptr<Task>& task) {
    const Moment now = std::chrono::steady_clock::now();
    const bool fits = task->job.limit < std::chrono::hours(24 * 365);
    task->limit = limits_.emplace(fits ? now + task->job.limit : Moment::max(), task);
    task->timed = true;
    if (task->limit == limits_.begin()) time_news_.notify_one();
}

// Called under the lock.
void Workers::end(Task& task) {
    task.phase = Phase::over;
    if (std::exchange(task.timed, false)) limits_.erase(task.limit);
}

// Called under the lock. The job's callback is the host's code and may itself wait for a tool with
// a limit. So each expired task gets a thread; there are never more than slots.
void Workers::expire(std::unique_lock<std::mutex>& lock) {
    std::shared_ptr<Task> task = limits_.begin()->second;
    const bool waiting = task->phase == Phase::waiting;
    limits_.erase(task->limit);
    task->timed = false;
    if (waiting) {
        end(*task);
        queue_.erase(std::remove(queue_.begin(), queue_.end(), task), queue_.end());
    }
    expired_.push_back(Expired{std::move(task), waiting});
    try {
        if (expired_.size() > attendants_idle_) {
            attendants_.emplace_back([this] { attend(); });
            ++attendants_idle_;
        }
    } catch (const std::system_error&) {
        // The existing threads take it later.
    }
    expired_news_.notify_one();
    if (attendants_.empty()) attend_first(lock);
}

void Workers::attend() {
    std::unique_lock lock(mutex_);
    for (;;) {
        expired_news_.wait(lock, [this] { return ending_ || !expired_.empty(); });
        if (expired_.empty()) return;
        --attendants_idle_;
        attend_first(lock);
        ++attendants_idle_;
    }
}

void Workers::attend_first(std::unique_lock<std::mutex>& lock) {
    Expired expired = std::move(expired_.front());
    expired_.pop_front();
    lock.unlock();
    if (expired.was_waiting) {
        expired.task->job.dropped(true);
    } else {
        expired.task->job.overdue();
    }
    expired.task.reset();  // The slot must not be destroyed under the lock.
    lock.lock();
}

void Workers::shut_down() {
    std::deque<std::shared_ptr<Task>> dropped;
    std::vector<std::thread> threads;
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        dropped.swap(queue_);
        for (const auto& task : dropped) end(*task);
        threads.swap(threads_);
        std::move(attendants_.begin(), attendants_.end(), std::back_inserter(threads));
        attendants_.clear();
        if (timekeeper_.joinable()) threads.push_back(std::move(timekeeper_));
        work_news_.notify_all();
        time_news_.notify_all();
        expired_news_.notify_all();
    }
    for (const auto& task : dropped) task->job.dropped(false);
    dropped.clear();
    for (std::thread& thread : threads) thread.join();
}

}  // namespace iam::gate
