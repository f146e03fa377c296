// Commits groups: one thread writes the batches of all waiting threads.
#include "store_sqlite/write/writer.hpp"

#include <algorithm>
#include <utility>

namespace iam::store_sqlite {
namespace {

// Bounds how long the first batch of a group waits while the others are applied.
constexpr std::size_t k_group_max = 64;

constexpr char k_savepoint_sql[] = "SAVEPOINT batch";
constexpr char k_release_sql[] = "RELEASE SAVEPOINT batch";
constexpr char k_roll_back_batch_sql[] = "ROLLBACK TO SAVEPOINT batch";

}  // namespace

Writer::Writer(Parts parts, const Options& options) : parts_(std::move(parts)), options_(options) {
    group_.reserve(k_group_max);
}

Result<ledger::Receipt> Writer::commit(const ledger::Batch& batch) {
    Request request;
    request.batch = &batch;
    std::unique_lock lock(mutex_);
    // Taken under the mutex, so the first waiting request has the earliest deadline.
    request.deadline = options_.now() + options_.lock_wait;
    // Requests of the group may come back to waiting_, and their return must not allocate.
    if (const auto most = waiting_.size() + group_.size() + 1; waiting_.capacity() < most)
        waiting_.reserve(2 * most);
    waiting_.push_back(&request);
    while (!request.done) {
        if (is_its_turn(request, lock)) lead(lock);
    }
    if (request.thrown) std::rethrow_exception(request.thrown);
    return std::move(request.result);
}

/// If threads committed together, they mostly come again together. One sync for all of them is
/// worth the wait: it is short beside a sync. The last thread to come leads, since it runs already.
/// If the others do not come, the first leads. Returns false after any other wake-up.
bool Writer::is_its_turn(const Request& request, std::unique_lock<std::mutex>& lock) {
    const bool is_free = !busy_ && log_waits_ == 0;
    if (is_free && waiting_.size() >= expected_) return true;
    if (!is_free || waiting_.front() != &request) {
        turn_.wait(lock);
        return false;
    }
    const auto somebody_led = [&] { return busy_ || log_waits_ > 0 || request.done; };
    return !turn_.wait_for(lock, options_.gather_wait, somebody_led);
}

/// Writes for the first k_group_max waiting requests. It releases the mutex meanwhile.
void Writer::lead(std::unique_lock<std::mutex>& lock) {
    busy_ = true;
    const auto count = static_cast<std::ptrdiff_t>(std::min(waiting_.size(), k_group_max));
    group_.assign(waiting_.begin(), waiting_.begin() + count);
    waiting_.erase(waiting_.begin(), waiting_.begin() + count);
    lock.unlock();
    const auto end = group_.begin() + write_guarded();
    lock.lock();
    for (auto written = group_.begin(); written != end; ++written) (*written)->done = true;
    expected_ = std::min(k_group_max, group_.size() + waiting_.size());
    waiting_.insert(waiting_.begin(), end, group_.end());
    group_.clear();
    busy_ = false;
    lock.unlock();
    turn_.notify_all();
    lock.lock();
}

Result<void> Writer::empty_log() {
    std::unique_lock lock(mutex_);
    ++log_waits_;
    turn_.wait(lock, [this] { return !busy_; });
    --log_waits_;
    busy_ = true;
    lock.unlock();
    Result<void> done;
    std::exception_ptr thrown;
    try {
        done = empty_log_alone();
    } catch (...) {
        thrown = std::current_exception();
    }
    lock.lock();
    busy_ = false;
    turn_.notify_all();
    if (thrown) std::rethrow_exception(thrown);
    return done;
}

/// Runs on the busy thread.
Result<void> Writer::empty_log_alone() {
    if (!refusal_.empty()) return fail(Errc::unavailable, refusal_);
    IAM_TRY(held, parts_.lock.acquire(options_.lock_wait));
    static_cast<void>(held);  // holds the lock until the end of this scope
    IAM_CHECK(store::check_identity(parts_.database, parts_.identity));
    return parts_.connection.empty_log();
}

/// Returns how many requests of the group are done. After an exception all of them are, and each
/// thread gets it.
std::ptrdiff_t Writer::write_guarded() noexcept {
    try {
        return write();
    } catch (...) {
        parts_.connection.roll_back();
        head_.reset();
        for (Request* request : group_) request->thrown = std::current_exception();
        return static_cast<std::ptrdiff_t>(group_.size());
    }
}

std::ptrdiff_t Writer::write() {
    auto count = static_cast<std::ptrdiff_t>(group_.size());
    Result<void> written;
    if (!refusal_.empty()) {
        written = fail(Errc::unavailable, refusal_);
    } else if (const auto guard = parts_.lock.acquire(time_left(*group_.front()))) {
        written = write_transaction();
    } else {
        count = count_overdue();
        written = tl::unexpected(guard.error());
    }
    if (written) return count;
    // A refused request gets the group's error, too: the state that refused it may be taken back.
    for (auto request = group_.begin(); request != group_.begin() + count; ++request)
        (*request)->result = tl::unexpected(written.error());
    return count;
}

std::chrono::milliseconds Writer::time_left(const Request& request) const {
    using std::chrono::milliseconds;
    return std::max(milliseconds(0),
                    std::chrono::ceil<milliseconds>(request.deadline - options_.now()));
}

/// Counts the overdue requests of the group. If the first one has time left, the lock failed for
/// another reason, and all requests count.
std::ptrdiff_t Writer::count_overdue() const {
    const auto now = options_.now();
    const auto is_in_time = [now](const Request* request) { return request->deadline > now; };
    if (is_in_time(group_.front())) return static_cast<std::ptrdiff_t>(group_.size());
    return std::find_if(group_.begin(), group_.end(), is_in_time) - group_.begin();
}

bool Writer::waits_for_disk() const {
    return std::any_of(group_.begin(), group_.end(),
                       [](const Request* request) { return !request->batch->lazily_synced; });
}

Result<void> Writer::write_transaction() {
    Connection& connection = parts_.connection;
    IAM_CHECK(store::check_identity(parts_.database, parts_.identity));
    const bool is_durable = waits_for_disk();
    IAM_CHECK(connection.wait_for_disk(is_durable));
    IAM_CHECK(connection.execute(k_begin_sql));
    Result<bool> applied = apply_all();
    if (!applied || !*applied) {
        connection.roll_back();
        head_.reset();
        if (!applied) return tl::unexpected(std::move(applied).error());
        return {};
    }
    if (Result<void> committed = connection.commit(); !committed) {
        head_.reset();
        if (committed.error().code == Errc::outcome_unknown) {
            // The system's cache may hold pages that the disk never got. A second sync would not
            // report that.
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

/// Returns the head within a transaction. If nobody else has written, this writer's own still
/// holds.
Result<Head> Writer::head_now() {
    if (head_ && parts_.connection.data_version() == head_version_) return *head_;
    const std::optional<LastCommit> last = parts_.last_commit.read();
    IAM_TRY(head, read_head(parts_.connection, last));
    told_ = last.value_or(LastCommit{});
    return head;
}

/// If a commit moves the epoch, empties the file's epoch before it. From then on everybody asks the
/// database, until tell_of_commit() writes the new epoch.
Result<void> Writer::tell_of_change(const Head& before, const Head& after) {
    if (after.epoch == before.epoch) return {};
    told_.epoch.reset();
    return parts_.last_commit.write(told_);
}

/// Writes the epoch, and the end of the chain if it is durable. After a power cut the file could
/// outlast a lost entry.
void Writer::tell_of_commit(bool is_durable) {
    LastCommit now = told_;
    now.epoch = head_->epoch;
    if (is_durable) {
        now.seq = head_->last_seq;
        now.hash = head_->head;
    }
    // An unchanged file is written, too, since waiting processes watch it. If the write fails, the
    // file goes on naming less.
    if (parts_.last_commit.write(now)) told_ = now;
}

/// Returns false if no batch of the group goes in. The caller then rolls back.
Result<bool> Writer::apply_all() {
    IAM_TRY(before, head_now());
    Head head = before;
    IAM_TRY(all_went_in, apply_together(head));
    if (!all_went_in && group_.size() > 1) {
        IAM_TRY(begun_anew, begin_anew());
        before = begun_anew;
        head = before;
        IAM_CHECK(apply_one_by_one(head));
    }
    if (head == before) return false;
    if (head.epoch != before.epoch || head.commits != before.commits)
        IAM_CHECK(write_counts(parts_.connection, head));
    IAM_CHECK(tell_of_change(before, head));
    head_ = head;
    return true;
}

/// Returns false if a batch was refused. Parts of it may then be in the transaction.
Result<bool> Writer::apply_together(Head& head) {
    for (Request* request : group_) {
        IAM_CHECK(apply_one(*request, head));
        if (!request->result) return false;
    }
    return true;
}

Result<Head> Writer::begin_anew() {
    parts_.connection.roll_back();
    IAM_CHECK(parts_.connection.execute(k_begin_sql));
    return head_now();
}

/// Gives each batch a savepoint, so a refused batch is taken back alone. With a savepoint SQLite
/// copies each changed page. So this serves only groups with a refused batch.
Result<void> Writer::apply_one_by_one(Head& head) {
    Connection& connection = parts_.connection;
    for (Request* request : group_) {
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
    // A full or failing disk ends the whole transaction, and then no batch is in it.
    if (!parts_.connection.in_transaction()) return tl::unexpected(request.result.error());
    return {};
}

void Writer::checkpoint_if_due() {
    if (parts_.connection.log_pages() < options_.checkpoint_pages) return;
    if (const Result<void> done = parts_.connection.checkpoint(); !done) {
        // All commits are safe in the log. Only going on could lose them.
        refusal_ = "the ledger is closed after a failed checkpoint: " + done.error().message +
                   "; start the program again once the disk is well";
    }
}

}  // namespace iam::store_sqlite
