// Group commit: the first thread that comes writes for all that wait meanwhile.
#include "writer.hpp"

#include <algorithm>
#include <utility>

namespace iam::store_sqlite {
namespace {

// Bounds how long the first batch of a group waits for the others to be applied.
constexpr std::size_t k_group_max = 64;

constexpr char k_savepoint_sql[] = "SAVEPOINT batch";
constexpr char k_release_sql[] = "RELEASE SAVEPOINT batch";
constexpr char k_roll_back_batch_sql[] = "ROLLBACK TO SAVEPOINT batch";

}  // namespace

Writer::Writer(Parts parts, const Options& options) : parts_(std::move(parts)), options_(options) {}

Result<ledger::Receipt> Writer::commit(const ledger::Batch& batch) {
    Request request;
    request.batch = &batch;
    std::unique_lock lock(mutex_);
    // Under the mutex: whoever stands first also has the earliest deadline.
    request.deadline = options_.now() + options_.lock_wait;
    waiting_.push_back(&request);
    while (!request.done) {
        if (is_its_turn(request, lock)) lead(lock);
    }
    return std::move(request.result);
}

/// Threads that committed at the same time come again at the same time, as a rule, and one sync for all of them is worth the wait, which is
/// short beside a sync. Whoever comes last leads, since it runs already; the first leads where the others do not come. False: something
/// happened, or something else woke it.
bool Writer::is_its_turn(const Request& request, std::unique_lock<std::mutex>& lock) {
    if (!busy_ && waiting_.size() >= expected_) return true;
    if (busy_ || waiting_.front() != &request) {
        turn_.wait(lock);
        return false;
    }
    const auto somebody_led = [&] { return busy_ || request.done; };
    return !turn_.wait_for(lock, options_.gather_wait, somebody_led);
}

/// Writes for all that wait. The lock is free meanwhile, and free at the end for those who are woken.
void Writer::lead(std::unique_lock<std::mutex>& lock) {
    busy_ = true;
    Group group = take_group();
    lock.unlock();
    const Group later = write(group);
    lock.lock();
    waiting_.insert(waiting_.begin(), later.begin(), later.end());
    for (Request* written : group) written->done = true;
    expected_ = std::min(k_group_max, group.size() + waiting_.size());
    busy_ = false;
    lock.unlock();
    turn_.notify_all();
    lock.lock();
}

Result<void> Writer::empty_log() {
    std::unique_lock lock(mutex_);
    turn_.wait(lock, [this] { return !busy_; });
    busy_ = true;
    lock.unlock();
    const Result<void> done = empty_log_alone();
    lock.lock();
    busy_ = false;
    turn_.notify_all();
    return done;
}

/// Called by the busy thread.
Result<void> Writer::empty_log_alone() {
    if (!refusal_.empty()) return fail(Errc::unavailable, refusal_);
    IAM_TRY(held, parts_.lock.acquire(options_.lock_wait));
    static_cast<void>(held);  // until the end of this scope
    IAM_CHECK(check_identity(parts_.database, parts_.identity));
    return parts_.connection.empty_log();
}

Writer::Group Writer::take_group() {
    const auto count = static_cast<std::ptrdiff_t>(std::min(waiting_.size(), k_group_max));
    Group group(waiting_.begin(), waiting_.begin() + count);
    waiting_.erase(waiting_.begin(), waiting_.begin() + count);
    return group;
}

Writer::Group Writer::write(Group& group) {
    Group later;
    Result<void> written;
    if (!refusal_.empty()) {
        written = fail(Errc::unavailable, refusal_);
    } else if (const auto guard = parts_.lock.acquire(time_left(*group.front()))) {
        written = write_transaction(group);
    } else {
        later = split_later(group);
        written = tl::unexpected(guard.error());
    }
    if (written) return later;
    // A batch that was refused keeps its own reason.
    for (Request* request : group) {
        if (request->result) request->result = tl::unexpected(written.error());
    }
    return later;
}

std::chrono::milliseconds Writer::time_left(const Request& request) const {
    using std::chrono::milliseconds;
    return std::max(milliseconds(0),
                    std::chrono::ceil<milliseconds>(request.deadline - options_.now()));
}

/// The lock was not to be had for the first of the group: those who came after it may have time left.
Writer::Group Writer::split_later(Group& group) const {
    const auto now = options_.now();
    if (now < group.front()->deadline) return {};  // it did not fail for want of time
    const auto first = std::find_if(group.begin(), group.end(), [now](const Request* request) {
        return request->deadline > now;
    });
    Group later(first, group.end());
    group.erase(first, group.end());
    return later;
}

bool Writer::waits_for_disk(const Group& group) {
    return std::any_of(group.begin(), group.end(),
                       [](const Request* request) { return !request->batch->lazily_synced; });
}

Result<void> Writer::write_transaction(const Group& group) {
    Connection& connection = parts_.connection;
    IAM_CHECK(check_identity(parts_.database, parts_.identity));
    const bool is_durable = waits_for_disk(group);
    IAM_CHECK(connection.wait_for_disk(is_durable));
    IAM_CHECK(connection.execute(k_begin_sql));
    Result<bool> applied = apply_all(group);
    if (!applied || !*applied) {
        connection.roll_back();
        head_.reset();
        if (!applied) return tl::unexpected(std::move(applied).error());
        return {};
    }
    if (Result<void> committed = connection.commit(); !committed) {
        head_.reset();
        if (committed.error().code == Errc::outcome_unknown) {
            // The system may now hold what the disk never got, and would hide it from a second try.
            refusal_ = "the ledger is closed after a failed write: " + committed.error().message +
                       "; start the program again once the disk is well";
        }
        return committed;
    }
    head_version_ = connection.data_version();
    tell_of_commit(is_durable);
    checkpoint_if_due();
    return {};
}

/// Within a transaction: what this writer left is still so where nobody else has written.
Result<Head> Writer::head_now() {
    if (head_ && parts_.connection.data_version() == head_version_) return *head_;
    const std::optional<LastCommit> last = parts_.last_commit.read();
    IAM_TRY(head, read_head(parts_.connection, last));
    told_ = last.value_or(LastCommit{});
    return head;
}

/// Before a commit that moves the epoch: from here on everybody asks the database, until it is told what became of it.
Result<void> Writer::tell_of_change(const Head& before, const Head& after) {
    if (after.epoch == before.epoch) return {};
    told_.epoch.reset();
    return parts_.last_commit.write(told_);
}

/// What need not be durable yet is not told of: the file could outlast it.
void Writer::tell_of_commit(bool is_durable) {
    LastCommit now = told_;
    now.epoch = head_->epoch;
    if (is_durable) {
        now.seq = head_->last_seq;
        now.hash = head_->head;
    }
    // Also where it says nothing new, since whoever waits for a commit watches the file. Where it cannot be written, it goes on saying less.
    if (parts_.last_commit.write(now)) told_ = now;
}

/// False: nothing of the group goes in, and whatever was tried is to be rolled back.
Result<bool> Writer::apply_all(const Group& group) {
    IAM_TRY(before, head_now());
    Head head = before;
    IAM_TRY(all_went_in, apply_together(group, head));
    if (!all_went_in && group.size() > 1) {
        head = before;
        IAM_CHECK(apply_one_by_one(group, head));
    }
    if (head == before) return false;
    if (head.epoch != before.epoch || head.commits != before.commits)
        IAM_CHECK(write_counts(parts_.connection, head));
    IAM_CHECK(tell_of_change(before, head));
    head_ = head;
    return true;
}

/// False: one was refused, and may have left something of itself.
Result<bool> Writer::apply_together(const Group& group, Head& head) {
    for (Request* request : group) {
        IAM_CHECK(apply_one(*request, head));
        if (!request->result) return false;
    }
    return true;
}

/// Each for itself: what a batch that is refused left is taken back alone. It costs as much again as a savepoint copies of pages, and so is
/// kept for groups of which one was refused.
Result<void> Writer::apply_one_by_one(const Group& group, Head& head) {
    Connection& connection = parts_.connection;
    connection.roll_back();
    IAM_CHECK(connection.execute(k_begin_sql));
    for (Request* request : group) {
        IAM_CHECK(connection.execute(k_savepoint_sql));
        IAM_CHECK(apply_one(*request, head));
        if (!request->result) IAM_CHECK(connection.execute(k_roll_back_batch_sql));
        IAM_CHECK(connection.execute(k_release_sql));
    }
    return {};
}

Result<void> Writer::apply_one(Request& request, Head& head) {
    const Head before = head;
    request.result = apply_batch(parts_.connection, *request.batch, head, parts_.seal);
    if (request.result) return {};
    head = before;
    // A full disk or a failing one ends the whole transaction: then nobody's batch is in it.
    if (!parts_.connection.in_transaction()) return tl::unexpected(request.result.error());
    return {};
}

void Writer::checkpoint_if_due() {
    if (parts_.connection.log_pages() < options_.checkpoint_pages) return;
    if (const Result<void> done = parts_.connection.checkpoint(); !done) {
        // What was committed is safe in the log; only going on could lose it.
        refusal_ = "the ledger is closed after a failed checkpoint: " + done.error().message +
                   "; start the program again once the disk is well";
    }
}

}  // namespace iam::store_sqlite
