// The one way to write: batches of all threads, merged into transactions under the writer's lock.
#pragma once

#include "store_sqlite/connection.hpp"
#include "store_sqlite/options.hpp"
#include "store_sqlite/rows/seal.hpp"
#include "store_sqlite/write/last_commit.hpp"
#include "store_sqlite/write/transaction.hpp"
#include "store_sqlite/write/writer_lock.hpp"
#include <iam/ledger/store.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace iam::store_sqlite {

/// Thread-safe. Threads that commit at the same time share one transaction and its one sync to the
/// disk; each batch keeps its own verdict.
class Writer {
 public:
    struct Parts {
        WriterLock lock;
        Connection connection;
        std::filesystem::path database;
        FileIdentity identity;  ///< of the database when it was opened
        RecordSeal seal;
        LastCommitFile last_commit;
    };
    Writer(Parts parts, const Options& options);

    Result<ledger::Receipt> commit(const ledger::Batch& batch);
    /// Moves all of the log into the database and empties it.
    Result<void> empty_log();

 private:
    struct Request {
        const ledger::Batch* batch = nullptr;  ///< of the thread that waits for the result
        Result<ledger::Receipt> result{};
        std::exception_ptr thrown{};                       ///< in place of a result: memory ran out
        std::chrono::steady_clock::time_point deadline{};  ///< for the lock, wherever it waits
        bool done = false;
    };
    using Group = std::vector<Request*>;

    Result<void> empty_log_alone();
    bool is_its_turn(const Request& request, std::unique_lock<std::mutex>& lock);
    void lead(std::unique_lock<std::mutex>& lock);
    std::ptrdiff_t write_guarded() noexcept;
    std::ptrdiff_t write();
    std::chrono::milliseconds time_left(const Request& request) const;
    std::ptrdiff_t count_overdue() const;
    bool waits_for_disk() const;
    Result<void> write_transaction();
    Result<bool> apply_all();
    Result<bool> apply_together(Head& head);
    Result<Head> begin_anew();
    Result<void> apply_one_by_one(Head& head);
    Result<void> apply_one(Request& request, Head& head);
    Result<Head> head_now();
    Result<void> tell_of_change(const Head& before, const Head& after);
    void tell_of_commit(bool is_durable);
    void checkpoint_if_due();

    std::mutex
        mutex_;  // guards what is here down to expected_; what follows belongs to the busy thread, or to this mutex while there is none
    std::condition_variable turn_;
    Group waiting_;
    Group group_;  // of the busy thread, which changes it under the mutex only
    bool busy_ = false;
    int log_waits_ = 0;  // who wants the log empty, and goes before the next group
    std::size_t expected_ =
        1;  // in the next group: those of the last one and those who came meanwhile

    Parts parts_;
    Options options_;
    std::optional<Head> head_{};      // after the last commit: still so while the
    std::uint32_t head_version_ = 0;  // database has this version
    LastCommit told_{};               // what the file of the last commit says, with head_
    std::string refusal_;  // why nothing can be committed any more; empty while all is well
};

}  // namespace iam::store_sqlite
