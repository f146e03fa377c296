// Applies batches inside a write transaction. No function here begins or ends a transaction.
#pragma once

#include "store_sqlite/connection.hpp"
#include "store_sqlite/rows/seal.hpp"
#include "store_sqlite/write/last_commit.hpp"
#include <iam/ledger/store.hpp>

#include <optional>

namespace iam::store_sqlite {

/// The counters and the end of the chain, the base of each commit.
struct Head {
    std::uint64_t epoch = 0;    ///< of all records
    std::uint64_t commits = 0;  ///< counts the commits without an entry
    std::uint64_t last_seq = 0;
    Digest head{};

    friend bool operator==(const Head&, const Head&) = default;
};

/// Errors: corrupt (the entry named by `last` is missing or differs, so a new entry would take a
/// used id), unavailable (another program has changed the version of the tables).
Result<Head> read_head(Connection& connection, const std::optional<LastCommit>& last);
/// Writes the counters that no entry holds: epoch and commits.
Result<void> write_counts(Connection& connection, const Head& head);

/// Makes the error of a batch in conflict with the stored state.
tl::unexpected<Error> conflict(std::string why);

/// Errors: conflict, with the reason (the expectation does not hold).
Result<void> check(Connection& connection, const ledger::Expectation& expectation, const Head& head,
                   const RecordSeal& seal);

/// Errors: conflict (the record to change is not there).
Result<void> apply(Connection& connection, const ledger::Mutation& mutation, Head& head,
                   const RecordSeal& seal);

/// Chains the entry to the head, stores it with its values and moves the head.
Result<ledger::EntryId> append(Connection& connection, const ledger::EntryDraft& draft, Head& head);

/// Checks all expectations on the state before the batch, then applies its mutations, then its
/// entries.
Result<ledger::Receipt> apply_batch(Connection& connection, const ledger::Batch& batch, Head& head,
                                    const RecordSeal& seal);

}  // namespace iam::store_sqlite
