// One thread writes the batches of all waiting threads.
#include "store_postgres/write/writer.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

namespace iam::store_postgres {
namespace {

// Bounds how long the first batch of a group waits while the others are planned.
constexpr std::size_t k_group_max = 64;

}  // namespace

Result<ledger::Receipt> Writer::commit(const ledger::Batch& batch) {
    Request request;
    request.task.batch = &batch;
    std::unique_lock lock(mutex_);
    waiting_.push_back(&request);
    while (!request.done) {
        if (is_its_turn(request, lock)) lead(lock);
    }
    if (request.thrown) std::rethrow_exception(request.thrown);
    return std::move(request.task.result);
}

/// If threads committed together, they mostly come again together, and one commit for all of them
/// is worth a short wait. The last thread to come leads. If the others do not come, the first
/// leads. Returns false after any other wake-up.
bool Writer::is_its_turn(const Request& request, std::unique_lock<std::mutex>& lock) {
    if (!busy_ && waiting_.size() >= expected_) return true;
    if (busy_ || waiting_.front() != &request) {
        turn_.wait(lock);
        return false;
    }
    const auto somebody_led = [&] { return busy_ || request.done; };
    return !turn_.wait_for(lock, gather_wait_, somebody_led);
}

/// Writes the first k_group_max waiting requests. It releases the mutex meanwhile.
void Writer::lead(std::unique_lock<std::mutex>& lock) {
    busy_ = true;
    const auto count = static_cast<std::ptrdiff_t>(std::min(waiting_.size(), k_group_max));
    std::vector<Request*> group(waiting_.begin(), waiting_.begin() + count);
    waiting_.erase(waiting_.begin(), waiting_.begin() + count);
    lock.unlock();
    write(group);
    lock.lock();
    for (Request* request : group) request->done = true;
    turn_.notify_all();
    lock.unlock();
    tell_others();
    lock.lock();
    expected_ = std::min(k_group_max, group.size() + waiting_.size());
    busy_ = false;
    turn_.notify_all();
}

/// After an exception, each thread of the group gets it.
void Writer::write(std::vector<Request*>& group) {
    try {
        std::vector<ChainWriter::Task> tasks;
        for (const Request* request : group) tasks.push_back(request->task);
        chain_.write(tasks);
        for (std::size_t i = 0; i < group.size(); ++i) group[i]->task = std::move(tasks[i]);
    } catch (...) {
        for (Request* request : group) request->thrown = std::current_exception();
    }
}

/// Without memory for it an announcement is lost, which does no harm.
void Writer::tell_others() noexcept {
    try {
        chain_.announce();
    } catch (const std::bad_alloc&) {
        return;
    }
}

}  // namespace iam::store_postgres
