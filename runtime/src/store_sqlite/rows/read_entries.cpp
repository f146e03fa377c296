// Reads entries as they are stored. ledger::verify judges whether they hold.
#include "store_sqlite/rows/entry_rows.hpp"
#include "store_sqlite/rows/reader.hpp"
#include "store_sqlite/write/transaction.hpp"
#include <iam/store/packed_values.hpp>

#include <limits>

// The columns in the order of read_entry().
#define IAM_ENTRY_COLUMNS \
    "seq, text, previous, hash, kind, call_id, of_chain, of_seq, found_by, payloads"

namespace iam::store_sqlite {
namespace {

using ledger::EntryId;
using ledger::StoredEntry;
using ledger::UndoState;

constexpr char k_newest_sql[] = "SELECT " IAM_ENTRY_COLUMNS
                                " FROM entries WHERE seq > ?1 AND seq < ?2 "
                                "ORDER BY seq DESC LIMIT ?3";
constexpr char k_oldest_sql[] = "SELECT " IAM_ENTRY_COLUMNS
                                " FROM entries WHERE seq > ?1 AND seq < ?2 "
                                "ORDER BY seq ASC LIMIT ?3";
constexpr char k_entry_sql[] = "SELECT " IAM_ENTRY_COLUMNS " FROM entries WHERE seq = ?1";
constexpr char k_entries_of_call_sql[] = IAM_SELECT_CALL(IAM_ENTRY_COLUMNS);
constexpr char k_outcome_sql[] = IAM_SELECT_OUTCOME(IAM_ENTRY_COLUMNS);
constexpr char k_undos_sql[] = IAM_SELECT_UNDOS(IAM_ENTRY_COLUMNS);
constexpr char k_undo_state_sql[] = "SELECT state FROM undo_states WHERE seq = ?1";
constexpr char k_undo_states_sql[] = "SELECT state, seq FROM undo_states ORDER BY seq ASC";
constexpr char k_contract_sql[] = "SELECT text FROM contracts WHERE consent_digest = ?1";

/// Reads the indexed columns unjudged. Anybody with write access to the file can change them.
void read_filing(const Cursor& cursor, std::uint64_t seq, ledger::Filing& filing) {
    filing.kind = cursor.view(4);
    filing.call_id = cursor.view(5);
    filing.of.reset();
    if (!cursor.is_null(6) || !cursor.is_null(7)) {
        filing.of = EntryId{static_cast<std::uint32_t>(cursor.integer(6)),
                            static_cast<std::uint64_t>(cursor.integer(7))};
    }
    const auto found = static_cast<FoundBy>(cursor.integer(8));
    filing.is_found = found == found_by(filing.kind, filing.of, seq);
}

/// Overwrites `entry`, so a walk over many entries uses the memory of one.
Result<void> read_entry(const Cursor& cursor, bool with_payloads, StoredEntry& entry) {
    entry.id = {0, static_cast<std::uint64_t>(cursor.integer(0))};
    entry.order_time = {};
    entry.text = cursor.view(1);
    IAM_TRY(previous, cursor.digest(2));
    entry.previous = previous;
    IAM_TRY(hash, cursor.digest(3));
    entry.hash = hash;
    if (!entry.filing) entry.filing.emplace();
    read_filing(cursor, entry.id.seq, *entry.filing);
    // A visitor may have taken the entry and left another one in its place.
    if (!with_payloads) {
        entry.payloads.clear();
    } else {
        store::unpack_values(cursor.view(9), entry.payloads);
    }
    return {};
}

Result<std::vector<StoredEntry>> read_entries(Result<Cursor> opened, bool with_payloads) {
    IAM_TRY(cursor, std::move(opened));
    std::vector<StoredEntry> entries;
    for (;;) {
        IAM_TRY(more, cursor.step());
        if (!more) return entries;
        IAM_CHECK(read_entry(cursor, with_payloads, entries.emplace_back()));
    }
}

/// Refuses an entry found through an index if its text disagrees. A changed column would make it
/// another call's entry, or the outcome of another intent.
Result<std::vector<StoredEntry>> found_by_filing(Result<std::vector<StoredEntry>> found) {
    IAM_TRY(entries, std::move(found));
    for (const StoredEntry& entry : entries) {
        const auto decoded = ledger::decode(entry.text);
        const auto why = decoded ? why_misfiled(*entry.filing, decoded->entry)
                                 : std::optional(decoded.error().message);
        if (!why) continue;
        return fail(Errc::corrupt, "entry " + to_string(entry.id) + " cannot be relied on: " +
                                       *why + "; verify the ledger, restore it from a backup");
    }
    return std::move(entries);
}

Result<std::optional<StoredEntry>> at_most_one(Result<std::vector<StoredEntry>> found) {
    IAM_TRY(entries, std::move(found));
    if (entries.empty()) return std::nullopt;
    return std::optional(std::move(entries.front()));
}

Result<UndoState> read_undo_state(const Cursor& cursor, const EntryId& id) {
    const std::string name = cursor.bytes(0);
    for (const UndoState state : {UndoState::pending, UndoState::undone}) {
        if (to_string(state) == name) return state;
    }
    return fail(Errc::corrupt, "the undo state of entry " + to_string(id) +
                                   " is none that this program knows; restore the ledger from a "
                                   "backup");
}

/// Runs when a forward read finds no more entries. Reports entries cut off the end, and a last
/// entry different from the committed one. The chain alone does not show either.
Result<void> check_end(Connection& connection, std::int64_t after,
                       const std::optional<LastCommit>& last) {
    if (last && after < to_sqlite(last->seq)) {
        return fail(Errc::corrupt, "entry 0." + std::to_string(after + 1) +
                                       " is missing: the ledger once went on to entry 0." +
                                       std::to_string(last->seq) + "; restore it from a backup");
    }
    IAM_CHECK(read_head(connection, last));
    return {};
}

}  // namespace

Result<std::vector<StoredEntry>> Reader::entries(const ledger::Query& query) {
    std::vector<StoredEntry> entries;
    IAM_CHECK(visit(query, [&](StoredEntry& entry) {
        entries.push_back(std::move(entry));
        return true;
    }));
    return entries;
}

Result<void> Reader::visit(const ledger::Query& query,
                           const std::function<bool(StoredEntry&)>& see) {
    if (query.chain.value_or(0) != 0) return {};
    const std::lock_guard lock(mutex_);
    constexpr std::int64_t k_greatest = std::numeric_limits<std::int64_t>::max();
    std::int64_t after = 0;
    std::int64_t before = k_greatest;
    // All entries here are of chain 0, so their ids are the order.
    if (query.after) after = to_sqlite(query.after->id.seq);
    if (query.before) before = to_sqlite(query.before->id.seq);

    // The file is read first, so the moment read afterwards holds the entry it names.
    const std::optional<LastCommit> last = read_last_commit();
    IAM_TRY(transaction, ReadTransaction::begin(connection_));
    static_cast<void>(transaction);
    const char* sql = query.oldest_first ? k_oldest_sql : k_newest_sql;
    IAM_TRY(cursor, connection_.query(sql, after, before, std::uint64_t{query.limit}));
    StoredEntry entry;
    bool any = false;
    for (;; any = true) {
        IAM_TRY(more, cursor.step());
        if (!more) break;
        IAM_CHECK(read_entry(cursor, query.with_payloads, entry));
        if (!see(entry)) return {};
    }
    const bool at_the_end = query.oldest_first && !query.before && query.limit > 0;
    if (at_the_end && !any) return check_end(connection_, after, last);
    return {};
}

Result<std::optional<StoredEntry>> Reader::entry(const EntryId& id) {
    if (id.chain != 0) return std::nullopt;
    const std::lock_guard lock(mutex_);
    return at_most_one(read_entries(connection_.query(k_entry_sql, id.seq), true));
}

Result<UndoState> Reader::undo_state(const EntryId& id) {
    if (id.chain != 0) return UndoState::none;
    const std::lock_guard lock(mutex_);
    IAM_TRY(cursor, connection_.query(k_undo_state_sql, id.seq));
    IAM_TRY(found, cursor.step());
    if (!found) return UndoState::none;
    return read_undo_state(cursor, id);
}

Result<std::vector<std::pair<EntryId, UndoState>>> Reader::undo_states() {
    const std::lock_guard lock(mutex_);
    IAM_TRY(cursor, connection_.query(k_undo_states_sql));
    std::vector<std::pair<EntryId, UndoState>> states;
    for (;;) {
        IAM_TRY(more, cursor.step());
        if (!more) return states;
        const EntryId id{0, static_cast<std::uint64_t>(cursor.integer(1))};
        IAM_TRY(state, read_undo_state(cursor, id));
        states.emplace_back(id, state);
    }
}

Result<std::optional<StoredEntry>> Reader::outcome_of(const EntryId& intent) {
    if (intent.chain != 0) return std::nullopt;
    const std::lock_guard lock(mutex_);
    return at_most_one(
        found_by_filing(read_entries(connection_.query(k_outcome_sql, intent.seq), true)));
}

Result<std::vector<StoredEntry>> Reader::undos_of(const EntryId& outcome) {
    if (outcome.chain != 0) return std::vector<StoredEntry>{};
    const std::lock_guard lock(mutex_);
    return found_by_filing(read_entries(connection_.query(k_undos_sql, outcome.seq), true));
}

Result<std::vector<StoredEntry>> Reader::entries_of_call(const std::string& call_id) {
    // Entries without a call id belong to no call.
    if (call_id.empty()) return std::vector<StoredEntry>{};
    const std::lock_guard lock(mutex_);
    return found_by_filing(
        read_entries(connection_.query(k_entries_of_call_sql, Blob{call_id}), true));
}

Result<std::optional<std::string>> Reader::contract(const Digest& consent_digest) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(cursor, connection_.query(k_contract_sql, consent_digest));
    IAM_TRY(found, cursor.step());
    if (!found) return std::nullopt;
    return std::optional(cursor.bytes(0));
}

}  // namespace iam::store_sqlite
