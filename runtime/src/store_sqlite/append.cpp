// The head of the chain and what is put behind it.
#include "entry_rows.hpp"
#include "schema.hpp"
#include "transaction.hpp"

#include <string>
#include <utility>

namespace iam::store_sqlite {
namespace {

constexpr char k_head_sql[] =
    "SELECT epoch, commits, last_seq, head, schema_version FROM meta WHERE id = 1";
constexpr char k_write_head_sql[] =
    "UPDATE meta SET epoch = ?1, commits = ?2, last_seq = ?3, head = ?4 WHERE id = 1";
constexpr char k_last_entry_sql[] = "SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1";
constexpr char k_insert_entry_sql[] =
    "INSERT INTO entries (seq, previous, hash, kind, call_id, of_chain, of_seq, text, payloads) "
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";

Result<void> check_last_entry(Connection& connection, const Head& head) {
    IAM_TRY(cursor, connection.query(k_last_entry_sql));
    IAM_TRY(found, cursor.step());
    const std::int64_t last = found ? cursor.integer(0) : 0;
    bool whole = last == to_sqlite(head.last_seq);
    if (whole && found) {
        IAM_TRY(hash, cursor.digest(1));
        whole = hash == head.head;
    }
    if (whole) return {};
    return fail(Errc::corrupt, "the ledger should end with entry 0." +
                                   std::to_string(head.last_seq) + ", but its last entry is 0." +
                                   std::to_string(last) +
                                   " or has another hash; restore the ledger from a backup");
}

/// Another program may have changed the tables since this one opened them.
Result<void> check_version(std::int64_t version) {
    if (version == k_schema_version) return {};
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

Result<Head> read_head(Connection& connection) {
    Head head;
    {
        IAM_TRY(cursor, connection.query(k_head_sql));
        IAM_TRY(found, cursor.step());
        if (!found) {
            return fail(Errc::corrupt, "the ledger has lost its head; restore it from a backup");
        }
        head.epoch = static_cast<std::uint64_t>(cursor.integer(0));
        head.commits = static_cast<std::uint64_t>(cursor.integer(1));
        head.last_seq = static_cast<std::uint64_t>(cursor.integer(2));
        IAM_TRY(hash, cursor.digest(3));
        head.head = hash;
        IAM_CHECK(check_version(cursor.integer(4)));
    }
    IAM_CHECK(check_last_entry(connection, head));
    return head;
}

Result<void> write_head(Connection& connection, const Head& head) {
    IAM_CHECK(
        connection.execute(k_write_head_sql, head.epoch, head.commits, head.last_seq, head.head));
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
    const std::string packed = pack_values(draft.payloads);
    std::optional<Blob> values;
    if (!packed.empty()) values = Blob{packed};
    IAM_CHECK(connection.execute(k_insert_entry_sql, id.seq, head.head, hash,
                                 Text{to_string(draft.entry.kind)}, Blob{draft.entry.call_id},
                                 of_chain, of_seq, Text{text}, values));
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
    if (!batch.mutations.empty() || !batch.entries.empty()) ++head.commits;
    receipt.epoch = head.epoch;
    receipt.head = head.head;
    return receipt;
}

}  // namespace iam::store_sqlite
