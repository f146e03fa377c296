// Turns batches into the statements of one transaction.
#pragma once

#include "store_postgres/records/record_table.hpp"
#include "store_postgres/values/value_seal.hpp"
#include "store_postgres/wire/parameters.hpp"
#include "store_postgres/write/known_records.hpp"
#include "store_postgres/write/pending_rows.hpp"
#include <iam/ledger/store.hpp>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace iam::store_postgres {

/// Fails the transaction if a record is no more as it was read. The writer then reads again.
inline constexpr std::string_view k_stale = "a record has changed since it was read";

/// Makes the error of a batch in conflict with the stored state.
tl::unexpected<Error> conflict(std::string why);

/// True if the batch may move an epoch: it changes policies, grants, permissions, trust or the
/// freeze.
bool may_move_epoch(const ledger::Batch& batch) noexcept;

/// Plans batches one after another. Ids and hashes of their entries are made here, since the writer
/// owns the end of its chain.
class Plan {
 public:
    /// All must outlive the plan. `end` is the last entry of the chain; the plan moves it.
    Plan(const RecordSeal& seal, ValueSeal& values, KnownRecords& records, ledger::Head& end)
        : seal_(seal), values_(values), records_(records), end_(end) {}

    /// Adds a batch: its expectations on the state before it, then its mutations, then its entries.
    /// Errors: conflict, corrupt, as Store::commit(). The plan is then of no use.
    Result<void> add(const ledger::Batch& batch);

    /// Moves the common epoch so far that no cache of any host knows it.
    void leap_epoch();

    std::vector<Statement> take_statements();
    /// True if no other writer may commit at the same time.
    bool is_exclusive() const noexcept { return is_exclusive_; }
    /// True if a batch changed something and has no entry.
    bool has_silent_change() const noexcept { return has_silent_change_; }
    const ledger::EntryIds& ids_of(std::size_t batch) const { return ids_[batch]; }
    const Digest& head_after(std::size_t batch) const { return heads_[batch]; }
    /// The hash of the first entry of all batches; zero if there is none.
    const Digest& first_hash() const noexcept { return first_hash_; }

 private:
    struct Checks;   // plan_checks.cpp
    struct Changes;  // plan_changes.cpp

    template <class... Args>
    void run(std::string_view sql, const Args&... args) {
        statements_.emplace_back(sql, args...);
    }
    /// Lets the statements that follow see the entries planned so far.
    void see_entries() { rows_.flush(statements_); }
    void must_exist(const ledger::EntryId& id);
    Result<consent::Grant> whole_grant(const std::string& id) const;
    /// Moves the epoch of a scope and that of all records.
    void move_epoch(const std::string& scope, std::int64_t by = 1);
    void write_epochs();
    Result<void> append(const ledger::Batch& batch);

    const RecordSeal& seal_;
    ValueSeal& values_;
    KnownRecords& records_;
    ledger::Head& end_;
    std::vector<Statement> statements_{};
    PendingRows rows_{};
    std::set<std::pair<std::string, std::uint64_t>> checked_epochs_{};
    std::map<std::string, std::int64_t> moved_epochs_{};  ///< by scope, of the batch being added
    std::vector<ledger::EntryIds> ids_{};
    std::vector<Digest> heads_{};
    Digest first_hash_{};
    bool has_entries_ = false;
    // Expectations of the batch that one of its own changes checks.
    std::map<ledger::EntryId, ledger::UndoState> expected_undos_{};
    std::set<ledger::EntryId> without_outcome_{};
    bool is_exclusive_ = false;
    bool has_silent_change_ = false;
};

}  // namespace iam::store_postgres
