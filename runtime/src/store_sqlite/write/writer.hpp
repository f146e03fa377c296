// Writes the batches of all threads, merged into transactions under the writers' lock.
#pragma once

#include "store_sqlite/connection.hpp"
#include "store_sqlite/options.hpp"
#include "store_sqlite/rows/seal.hpp"
#include "store_sqlite/write/last_commit.hpp"
#include "store_sqlite/write/transaction.hpp"
#include <iam/ledger/store.hpp>
#include <iam/store/file_lock.hpp>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace iam::store_sqlite {

/// Threads that commit at the same time share one transaction and its one sync to the disk. Each
/// batch keeps its own verdict. Thread-safe.
class Writer {
 public:
    struct Parts {
        store::FileLock lock;
        Connection connection;
        std::filesystem::path database;
        store::FileIdentity identity;  ///< the database's when it was opened
        RecordSeal seal;
        LastCommitFile last_commit;
    };
    Writer(Parts parts, const Options& options);

    Result<ledger::Receipt> commit(const ledger::Batch& batch);
    /// Moves all of the log into the database and empties it.
    Result<void> empty_log();

 private:
    struct Request {
        const ledger::Batch* batch = nullptr;  ///< the thread waiting for the result owns it
        Result<ledger::Receipt> result{};
        std::exception_ptr thrown{};                       ///< memory ran out: there is no result
        std::chrono::steady_clock::time_point deadline{};  ///< ends its wait for the lock
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

    // Guards the members down to expected_. The members below belong to the busy thread. While no
    // thread is busy, the mutex guards them, too.
    std::mutex mutex_;
    std::condition_variable turn_;
    Group waiting_;
    Group group_;  // the busy thread's; changed only under the mutex
    bool busy_ = false;
    int log_waits_ = 0;  // threads in empty_log(); they go before the next group
    // The size wanted for the next group: the last group and the threads arrived meanwhile.
    std::size_t expected_ = 1;

    Parts parts_;
    Options options_;
    std::optional<Head> head_{};      // the head after the last commit; it holds while the
    std::uint32_t head_version_ = 0;  // database has this version
    LastCommit told_{};               // the content of the file of the last commit, with head_
    std::string refusal_;  // says why nothing can be committed any more; empty: all is well
};

}  // namespace iam::store_sqlite
