// What a batch does inside a write transaction. None of these begins or ends one.
#pragma once

#include "store_sqlite/connection.hpp"
#include "store_sqlite/rows/seal.hpp"
#include "store_sqlite/write/last_commit.hpp"
#include <iam/ledger/store.hpp>

#include <optional>

namespace iam::store_sqlite {

/// What each commit goes on from.
struct Head {
    std::uint64_t epoch = 0;
    std::uint64_t commits = 0;  ///< those that left no entry
    std::uint64_t last_seq = 0;
    Digest head{};

    friend bool operator==(const Head&, const Head&) = default;
};

/// corrupt if the entry that `last` names is not there: then entries are missing, and a
/// new one would take a used id. unavailable if the tables are of another version by now: then this
/// program does not see all that they say.
Result<Head> read_head(Connection& connection, const std::optional<LastCommit>& last);
/// What of it is no entry's.
Result<void> write_counts(Connection& connection, const Head& head);

/// What a batch answers that no longer fits what is stored.
tl::unexpected<Error> conflict(std::string why);

// conflict, with the reason, if it does not hold.
Result<void> check(Connection& connection, const ledger::Expectation& expectation, const Head& head,
                   const RecordSeal& seal);

/// conflict if what it touches is not there.
Result<void> apply(Connection& connection, const ledger::Mutation& mutation, Head& head,
                   const RecordSeal& seal);

/// Seals the entry behind the head, stores it with its payloads and moves the head.
Result<ledger::EntryId> append(Connection& connection, const ledger::EntryDraft& draft, Head& head);

/// All of a batch: expectations on the state before it, then mutations, then entries.
Result<ledger::Receipt> apply_batch(Connection& connection, const ledger::Batch& batch, Head& head,
                                    const RecordSeal& seal);

}  // namespace iam::store_sqlite
