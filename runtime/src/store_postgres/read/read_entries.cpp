// Reads entries as they are stored. ledger::verify judges whether they hold.
#include "store_postgres/read/reader.hpp"
#include <iam/store/packed_values.hpp>

#include <algorithm>
#include <chrono>
#include <limits>

namespace iam::store_postgres {
namespace {

using ledger::EntryId;
using ledger::StoredEntry;
using ledger::UndoState;

// The columns in the order of Reader::read_entry(). An outcome is found if it has the place of its
// intent, or if its intent has an earlier one.
#define IAM_FACTS_OF_ENTRY                                                                   \
    "e.chain, e.seq, e.text, e.previous, e.hash, e.kind, e.call_id, e.of_chain, e.of_seq, "  \
    "(e.kind NOT IN ('outcome', 'undo_outcome') OR e.of_seq IS NULL OR EXISTS (SELECT FROM " \
    "@outcomes AS o WHERE o.of_chain = e.of_chain AND o.of_seq = e.of_seq "                  \
    "AND (o.chain, o.seq) <= (e.chain, e.seq))), e.order_ms"
#define IAM_SELECT_ENTRY                                                                       \
    "SELECT " IAM_FACTS_OF_ENTRY                                                               \
    ", v.sealed, k.wrapped, k.kek FROM @entries AS e "                                         \
    "LEFT JOIN @entry_values AS v ON v.month = @value_month(e.time_ms) AND v.chain = e.chain " \
    "AND v.seq = e.seq LEFT JOIN @value_keys AS k ON k.key_id = v.key_id "
#define IAM_SELECT_BARE_ENTRY \
    "SELECT " IAM_FACTS_OF_ENTRY ", NULL::bytea, NULL::bytea, NULL::int FROM @entries AS e "

constexpr char k_one_sql[] = IAM_SELECT_ENTRY "WHERE e.chain = $1 AND e.seq = $2";
constexpr char k_in_chain_sql[] = "WHERE e.chain = $1 AND e.seq > $2 AND e.seq < $3 ORDER BY e.seq";
// $7 holds the newest entry of each chain at the start of the visit, by the number of the chain.
constexpr char k_over_chains_sql[] =
    "WHERE (e.order_ms, e.chain, e.seq) > ($1, $2, $3) AND (e.order_ms, e.chain, e.seq) < "
    "($4, $5, $6) AND e.seq <= ($7::bigint[])[e.chain + 1] ORDER BY e.order_ms";
constexpr char k_ends_sql[] =
    "SELECT w.chain, coalesce((SELECT e.seq FROM @entries AS e WHERE e.chain = w.chain "
    "ORDER BY e.seq DESC LIMIT 1), 0) FROM @writers AS w ORDER BY w.chain";
// One statement sees one moment.
constexpr char k_newest_sql[] = IAM_SELECT_BARE_ENTRY
    "JOIN @writers AS w ON w.chain = e.chain WHERE e.seq = (SELECT max(seq) FROM @entries AS n "
    "WHERE n.chain = w.chain) ORDER BY e.chain";
constexpr char k_outcome_sql[] = IAM_SELECT_ENTRY
    "JOIN @outcomes AS f ON f.chain = e.chain AND f.seq = e.seq "
    "WHERE f.of_chain = $1 AND f.of_seq = $2";
constexpr char k_undos_sql[] = IAM_SELECT_ENTRY
    "WHERE e.of_chain = $1 AND e.of_seq = $2 AND e.kind = 'undo_intent' ORDER BY e.chain, e.seq";
constexpr char k_call_sql[] =
    "WITH own AS (SELECT chain, seq FROM @entries WHERE call_id = $1 AND call_id <> '' "
    "AND (kind <> 'outcome' OR of_seq IS NULL)), ids AS (SELECT chain, seq FROM own UNION "
    "SELECT o.chain, o.seq FROM own JOIN @outcomes AS o ON o.of_chain = own.chain "
    "AND o.of_seq = own.seq) " IAM_SELECT_ENTRY
    "JOIN ids ON ids.chain = e.chain AND ids.seq = e.seq ORDER BY e.order_ms, e.chain, e.seq";
constexpr char k_chains_sql[] = "SELECT chain FROM @writers ORDER BY chain";
constexpr char k_undo_state_sql[] =
    "SELECT chain, seq, state FROM @undo_states WHERE chain = $1 AND seq = $2";
constexpr char k_undo_states_sql[] =
    "SELECT chain, seq, state FROM @undo_states ORDER BY chain, seq";
constexpr char k_contract_sql[] = "SELECT text FROM @contracts WHERE consent_digest = $1";

// A page of values may have megabytes, so it is short.
constexpr std::size_t k_page_with_values = 64;
constexpr std::size_t k_page_without = 1000;

EntryId id_in(const Rows& rows, int row) {
    return {static_cast<std::uint32_t>(rows.integer(row, 0)),
            static_cast<std::uint64_t>(rows.integer(row, 1))};
}

using ledger::Place;

/// The places between `after` and `before`, both exclusive.
struct Span {
    Place after{};
    Place before{};
};

constexpr std::int64_t k_latest_ms = std::numeric_limits<std::int64_t>::max();

/// bigint ends before a number of 64 bits does.
Place bounded(Place place) {
    place.id.seq = std::min(place.id.seq, std::uint64_t{std::numeric_limits<std::int64_t>::max()});
    return place;
}

Span span_of(const ledger::Query& query) {
    constexpr Place k_behind_all{
        {std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int64_t>::max()},
        std::chrono::sys_time<std::chrono::milliseconds>{std::chrono::milliseconds{k_latest_ms}}};
    constexpr Place k_before_all{
        {0, 0},
        std::chrono::sys_time<std::chrono::milliseconds>{std::chrono::milliseconds{-k_latest_ms}}};
    return {query.after ? bounded(*query.after) : k_before_all,
            query.before ? bounded(*query.before) : k_behind_all};
}

/// Returns the newest entry of each chain, at the place of the chain's number.
Parameter ends_in(const Rows& rows) {
    std::vector<std::optional<std::int64_t>> ends;
    for (int row = 0; row < rows.size(); ++row) {
        const auto chain = static_cast<std::size_t>(rows.integer(row, 0));
        ends.resize(std::max(ends.size(), chain + 1));
        ends[chain] = rows.integer(row, 1);
    }
    return int_array(ends);
}

std::int64_t milliseconds_of(const Place& place) {
    return place.time.time_since_epoch().count();
}

/// `ends` is of no use to a query of one chain.
Statement page_of(const ledger::Query& query, const Span& span, std::size_t limit,
                  const Parameter& ends) {
    const auto& [after, before] = span;
    const std::string select = query.with_payloads ? IAM_SELECT_ENTRY : IAM_SELECT_BARE_ENTRY;
    const std::string turn = query.oldest_first ? "" : " DESC";
    if (query.chain) {
        return Statement(select + k_in_chain_sql + turn + " LIMIT $4", *query.chain, after.id.seq,
                         before.id.seq, std::uint64_t{limit});
    }
    return Statement(
        select + k_over_chains_sql + turn + ", e.chain" + turn + ", e.seq" + turn + " LIMIT $8",
        milliseconds_of(after), after.id.chain, after.id.seq, milliseconds_of(before),
        before.id.chain, before.id.seq, ends, std::uint64_t{limit});
}

Result<UndoState> undo_state_in(const Rows& rows, int row) {
    const std::string name = rows.bytes(row, 2);
    for (const UndoState state : {UndoState::pending, UndoState::undone})
        if (to_string(state) == name) return state;
    return fail(Errc::corrupt, "the undo state of entry " + to_string(id_in(rows, row)) +
                                   " is none that this program knows; restore the database from a "
                                   "backup");
}

/// Refuses an entry found through an index if its text disagrees. A changed column would make it
/// another call's entry, or the outcome of another intent.
Result<std::vector<StoredEntry>> well_filed(Result<std::vector<StoredEntry>> found) {
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

}  // namespace

Result<StoredEntry> Reader::read_entry(const Rows& rows, int row) const {
    StoredEntry entry;
    entry.id = id_in(rows, row);
    entry.text = rows.bytes(row, 2);
    IAM_TRY(previous, rows.digest(row, 3));
    entry.previous = previous;
    IAM_TRY(hash, rows.digest(row, 4));
    entry.hash = hash;
    ledger::Filing& filing = entry.filing.emplace();
    filing.kind = rows.bytes(row, 5);
    filing.call_id = rows.bytes(row, 6);
    if (!rows.is_null(row, 7) || !rows.is_null(row, 8)) {
        filing.of = EntryId{static_cast<std::uint32_t>(rows.integer(row, 7)),
                            static_cast<std::uint64_t>(rows.integer(row, 8))};
    }
    filing.is_found = rows.integer(row, 9) != 0;
    entry.order_time = std::chrono::sys_time<std::chrono::milliseconds>(
        std::chrono::milliseconds(rows.integer(row, 10)));
    if (rows.is_null(row, 11)) return entry;
    // Values without their key are erased. Values that do not open commit to nothing, so
    // verification names the entry.
    if (rows.is_null(row, 12)) return entry;
    const auto packed =
        values_.open(rows.view(row, 11), {rows.bytes(row, 12), rows.integer(row, 13)}, entry.id);
    store::unpack_values(packed ? std::string_view(*packed) : rows.view(row, 11), entry.payloads);
    return entry;
}

Result<std::vector<StoredEntry>> Reader::read_entries(const Statement& statement) {
    IAM_TRY(rows, pool_.read(statement));
    std::vector<StoredEntry> entries;
    for (int row = 0; row < rows.size(); ++row) {
        IAM_TRY(entry, read_entry(rows, row));
        entries.push_back(std::move(entry));
    }
    return entries;
}

/// Reads page after page, so no snapshot stays open while the entries are seen. Entries are never
/// changed, so the pages fit together.
Result<void> Reader::visit(const ledger::Query& query,
                           const std::function<bool(StoredEntry&)>& see) {
    const std::size_t page = query.with_payloads ? k_page_with_values : k_page_without;
    Span span = span_of(query);
    std::size_t left = query.limit;
    Parameter ends = null_of(Type::int8_array);
    if (!query.chain && left > 0) {
        IAM_TRY(rows, pool_.read(Statement(k_ends_sql)));
        ends = ends_in(rows);
    }
    while (left > 0) {
        const std::size_t wanted = std::min(left, page);
        IAM_TRY(rows, pool_.read(page_of(query, span, wanted, ends)));
        for (int row = 0; row < rows.size(); ++row) {
            IAM_TRY(entry, read_entry(rows, row));
            (query.oldest_first ? span.after : span.before) = place_of(entry);
            if (!see(entry)) return {};
        }
        const auto count = static_cast<std::size_t>(rows.size());
        if (count < wanted) return {};
        left -= count;
    }
    return {};
}

Result<std::vector<std::uint32_t>> Reader::chains() {
    IAM_TRY(rows, pool_.read(Statement(k_chains_sql)));
    std::vector<std::uint32_t> chains;
    for (int row = 0; row < rows.size(); ++row)
        chains.push_back(static_cast<std::uint32_t>(rows.integer(row, 0)));
    return chains;
}

Result<std::vector<StoredEntry>> Reader::newest_entries() {
    return read_entries(Statement(k_newest_sql));
}

Result<std::optional<StoredEntry>> Reader::entry(const EntryId& id) {
    return at_most_one(read_entries(Statement(k_one_sql, id.chain, id.seq)));
}

Result<UndoState> Reader::undo_state(const EntryId& id) {
    IAM_TRY(rows, pool_.read(Statement(k_undo_state_sql, id.chain, id.seq)));
    if (rows.size() == 0) return UndoState::none;
    return undo_state_in(rows, 0);
}

Result<std::vector<std::pair<EntryId, UndoState>>> Reader::undo_states() {
    IAM_TRY(rows, pool_.read(Statement(k_undo_states_sql)));
    std::vector<std::pair<EntryId, UndoState>> states;
    for (int row = 0; row < rows.size(); ++row) {
        IAM_TRY(state, undo_state_in(rows, row));
        states.emplace_back(id_in(rows, row), state);
    }
    return states;
}

Result<std::optional<StoredEntry>> Reader::outcome_of(const EntryId& intent) {
    return at_most_one(
        well_filed(read_entries(Statement(k_outcome_sql, intent.chain, intent.seq))));
}

Result<std::vector<StoredEntry>> Reader::undos_of(const EntryId& outcome) {
    return well_filed(read_entries(Statement(k_undos_sql, outcome.chain, outcome.seq)));
}

Result<std::vector<StoredEntry>> Reader::entries_of_call(const std::string& call_id) {
    return well_filed(read_entries(Statement(k_call_sql, Bytes{call_id})));
}

Result<std::optional<std::string>> Reader::contract(const Digest& consent_digest) {
    IAM_TRY(rows, pool_.read(Statement(k_contract_sql, consent_digest)));
    if (rows.size() == 0) return std::nullopt;
    return std::optional(rows.bytes(0, 0));
}

}  // namespace iam::store_postgres
