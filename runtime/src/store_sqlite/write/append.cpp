// Reads the head of the chain and appends entries to it.
#include "store_sqlite/rows/entry_rows.hpp"
#include "store_sqlite/rows/schema.hpp"
#include "store_sqlite/write/transaction.hpp"
#include <iam/store/packed_values.hpp>

#include <string>
#include <utility>

namespace iam::store_sqlite {
namespace {

constexpr char k_counts_sql[] = "SELECT epoch, commits, schema_version FROM meta WHERE id = 1";
constexpr char k_write_counts_sql[] = "UPDATE meta SET epoch = ?1, commits = ?2 WHERE id = 1";
constexpr char k_last_entry_sql[] = "SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1";
constexpr char k_hash_sql[] = "SELECT hash FROM entries WHERE seq = ?1";
constexpr char k_insert_entry_sql[] =
    "INSERT INTO entries (seq, previous, hash, kind, call_id, of_chain, of_seq, found_by, text, "
    "payloads) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";

Result<void> check_last_commit(Connection& connection, const LastCommit& last,
                               std::uint64_t last_seq) {
    if (last.seq == 0) return {};
    IAM_TRY(cursor, connection.query(k_hash_sql, last.seq));
    IAM_TRY(found, cursor.step());
    if (found) {
        IAM_TRY(hash, cursor.digest(0));
        if (hash == last.hash) return {};
    }
    const std::string seq = std::to_string(last.seq);
    return fail(Errc::corrupt,
                "the ledger should have entry 0." + seq + ", but its last entry is 0." +
                    std::to_string(last_seq) +
                    " or that one has another hash; restore the ledger " +
                    "from a backup, or, if you put an older copy there yourself and trust it, " +
                    "empty the file beside it: truncate -s 0 ledger.last");
}

/// Another program may have changed the tables since this program opened them.
Result<void> check_version(std::int64_t version) {
    // A copy of a ledger with an older version is made without changing it.
    if (version <= k_schema_version) return {};
    return fail(Errc::unavailable,
                "another program has brought the ledger to schema version " +
                    std::to_string(version) + " while this one, of version " +
                    std::to_string(k_schema_version) +
                    ", was running; start this program again, in the version of the other one");
}

}  // namespace

tl::unexpected<Error> conflict(std::string why) {
    return fail(Errc::conflict, std::move(why) + "; nothing was changed: read again, decide again");
}

Result<Head> read_head(Connection& connection, const std::optional<LastCommit>& last) {
    Head head;
    {
        IAM_TRY(cursor, connection.query(k_counts_sql));
        IAM_TRY(found, cursor.step());
        if (!found) {
            return fail(Errc::corrupt,
                        "the ledger " + connection.path() +
                            " has lost its counts; restore the state folder from a backup");
        }
        head.epoch = static_cast<std::uint64_t>(cursor.integer(0));
        head.commits = static_cast<std::uint64_t>(cursor.integer(1));
        IAM_CHECK(check_version(cursor.integer(2)));
    }
    {
        IAM_TRY(cursor, connection.query(k_last_entry_sql));
        IAM_TRY(found, cursor.step());
        if (found) {
            head.last_seq = static_cast<std::uint64_t>(cursor.integer(0));
            IAM_TRY(hash, cursor.digest(1));
            head.head = hash;
        }
    }
    if (last) IAM_CHECK(check_last_commit(connection, *last, head.last_seq));
    return head;
}

Result<void> write_counts(Connection& connection, const Head& head) {
    IAM_CHECK(connection.execute(k_write_counts_sql, head.epoch, head.commits));
    return {};
}

Result<ledger::EntryId> append(Connection& connection, const ledger::EntryDraft& draft,
                               Head& head) {
    const ledger::EntryId id{0, head.last_seq + 1};
    std::optional<std::int64_t> of_chain;
    std::optional<std::int64_t> of_seq;
    if (draft.entry.of) {
        of_chain = std::int64_t{draft.entry.of->chain};
        of_seq = to_sqlite(draft.entry.of->seq);
    }
    const std::string text = encode(draft, id);
    const Digest hash = ledger::chain_hash(head.head, text);
    const std::string packed = store::pack_values(draft.payloads);
    std::optional<Blob> values;
    if (!packed.empty()) values = Blob{packed};
    const std::string_view kind = to_string(draft.entry.kind);
    const auto found = static_cast<std::int64_t>(found_by(kind, draft.entry.of, id.seq));
    IAM_CHECK(connection.execute(k_insert_entry_sql, id.seq, head.head, hash, Text{kind},
                                 Blob{call_of(draft)}, of_chain, of_seq, found, Text{text},
                                 values));
    head.last_seq = id.seq;
    head.head = hash;
    return id;
}

Result<ledger::Receipt> apply_batch(Connection& connection, const ledger::Batch& batch, Head& head,
                                    const RecordSeal& seal) {
    for (const ledger::Expectation& expectation : batch.expectations) {
        IAM_CHECK(check(connection, expectation, head, seal));
    }
    for (const ledger::Mutation& mutation : batch.mutations) {
        IAM_CHECK(apply(connection, mutation, head, seal));
    }
    ledger::Receipt receipt;
    for (const ledger::EntryDraft& draft : batch.entries) {
        IAM_TRY(id, append(connection, draft, head));
        receipt.entries.add(id);
    }
    if (!batch.mutations.empty() && batch.entries.empty()) ++head.commits;
    receipt.epoch = head.epoch;
    receipt.head = head.head;
    return receipt;
}

}  // namespace iam::store_sqlite
