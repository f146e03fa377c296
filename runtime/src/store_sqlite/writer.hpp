// The one way to write: batches of all threads, merged into transactions under the writer's lock.
#pragma once

#include "connection.hpp"
#include "options.hpp"
#include "seal.hpp"
#include "transaction.hpp"
#include "writer_lock.hpp"
#include <iam/ledger/store.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
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
    };
    Writer(Parts parts, const Options& options);

    Result<ledger::Receipt> commit(const ledger::Batch& batch);
    /// Runs `read` on the connection that writes, unless a commit has it: its own commits cost it no page that it has at hand.
    template <class Read>
    auto read_if_free(const Read& read)
        -> std::optional<decltype(read(std::declval<Connection&>()))> {
        const std::lock_guard lock(mutex_);
        if (busy_) return std::nullopt;
        return read(parts_.connection);
    }
    /// Moves all of the log into the database and empties it.
    Result<void> empty_log();

 private:
    struct Request {
        const ledger::Batch* batch = nullptr;  ///< of the thread that waits for the result
        Result<ledger::Receipt> result{};
        std::chrono::steady_clock::time_point deadline{};  ///< for the lock, wherever it waits
        bool done = false;
    };
    using Group = std::vector<Request*>;

    Result<void> empty_log_alone();
    void gather(std::unique_lock<std::mutex>& lock);
    Group take_group();
    /// Leaves those in the group that are done and gives back the others.
    Group write(Group& group);
    std::chrono::milliseconds time_left(const Request& request) const;
    Group split_later(Group& group) const;
    static bool waits_for_disk(const Group& group);
    Result<void> write_transaction(const Group& group);
    Result<bool> apply_all(const Group& group);
    Result<Head> head_now();
    Result<void> apply_one(Request& request, Head& head);
    Result<void> apply_beside_others(Request& request, Head& head);
    void checkpoint_if_due();

    std::mutex
        mutex_;  // guards what is here down to expected_; what follows belongs to the busy thread, or to this mutex while there is none
    std::condition_variable turn_;
    std::condition_variable arrival_;  // of one more, for the thread that gathers a group
    Group waiting_;
    bool busy_ = false;
    std::size_t expected_ =
        1;  // in the next group: those of the last one and those who came meanwhile

    Parts parts_;
    Options options_;
    std::optional<Head> head_{};      // after the last commit: still so while the
    std::uint32_t head_version_ = 0;  // database has this version
    std::string refusal_;  // why nothing can be committed any more; empty while all is well
};

}  // namespace iam::store_sqlite
