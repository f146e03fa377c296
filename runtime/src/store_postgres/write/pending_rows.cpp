// Makes rows of entries, and one statement for the rows of each table.
#include "store_postgres/write/pending_rows.hpp"

#include <utility>

namespace iam::store_postgres {
namespace {

constexpr char k_insert_entries_sql[] =
    "INSERT INTO @entries (chain, seq, previous, hash, kind, call_id, of_chain, of_seq, time_ms, "
    "text) SELECT $1, * FROM unnest($2::bigint[], $3::bytea[], $4::bytea[], $5::text[], "
    "$6::bytea[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[])";
// Only the first terminal entry of an intent gets the place.
constexpr char k_insert_outcomes_sql[] =
    "INSERT INTO @outcomes (of_chain, of_seq, chain, seq) SELECT * FROM unnest($1::bigint[], "
    "$2::bigint[], $3::bigint[], $4::bigint[]) ON CONFLICT DO NOTHING";
constexpr char k_first_outcomes_sql[] =
    "WITH changed AS (INSERT INTO @outcomes (of_chain, of_seq, chain, seq) SELECT * FROM "
    "unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) ON CONFLICT DO NOTHING "
    "RETURNING 1) SELECT @must(count(*), $5, 'another entry says how the call ended') FROM changed";
constexpr char k_insert_values_sql[] =
    "WITH given AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], "
    "$5::bytea[], $6::bytea[], $7::bigint[]) AS g (time_ms, chain, seq, key_id, sealed, wrapped, "
    "kek)), checked AS (SELECT @must(max(kek), $8, $9) AS holds FROM @keks WHERE required), keys "
    "AS (INSERT INTO @value_keys (key_id, kek, wrapped) SELECT key_id, kek, wrapped FROM given, "
    "checked WHERE holds) "
    "INSERT INTO @entry_values (month, chain, seq, key_id, sealed) "
    "SELECT @value_month(time_ms), chain, seq, key_id, sealed FROM given";
constexpr char k_begin_calls_sql[] =
    "WITH changed AS (INSERT INTO @calls (call_id) SELECT * FROM unnest($1::bytea[]) "
    "ON CONFLICT DO NOTHING RETURNING 1) SELECT @must(count(*), $2, 'the call was begun already') "
    "FROM changed";
constexpr char k_no_intents_sql[] =
    "SELECT @must(count(*), 0, 'the call was begun already') FROM unnest($1::bytea[]) AS c (id) "
    "JOIN @entries AS e ON e.call_id = c.id WHERE e.call_id <> '' AND e.kind <> 'outcome' "
    "AND e.kind = 'intent'";

std::string digest_bytes(const Digest& digest) {
    return {digest.bytes.begin(), digest.bytes.end()};
}

std::int64_t number_of(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

std::vector<std::string> list_of(const std::set<std::string>& set) {
    return {set.begin(), set.end()};
}

}  // namespace

void PendingRows::add_entry(const ledger::EntryDraft& draft, ledger::Head& end) {
    const ledger::EntryId id{end.entry.chain, end.entry.seq + 1};
    chain_ = id.chain;
    entries_.texts.push_back(encode(draft, id));
    entries_.previous.push_back(digest_bytes(end.hash));
    end = {id, ledger::chain_hash(end.hash, entries_.texts.back())};
    entries_.hashes.push_back(digest_bytes(end.hash));
    entries_.seqs.emplace_back(number_of(id.seq));
    entries_.kinds.emplace_back(to_string(draft.entry.kind));
    entries_.calls.emplace_back(call_of(draft));
    entries_.times.emplace_back(draft.entry.time.time_since_epoch().count());
    const auto& of = draft.entry.of;
    entries_.of_chains.push_back(of ? std::optional<std::int64_t>(of->chain) : std::nullopt);
    entries_.of_seqs.push_back(of ? std::optional(number_of(of->seq)) : std::nullopt);
    if (draft.entry.kind == ledger::EntryKind::intent) intents_.emplace(call_of(draft));
}

void PendingRows::add_outcome(const ledger::EntryId& intent, const ledger::EntryId& id,
                              bool is_first) {
    Outcomes& outcomes = is_first ? first_outcomes_ : other_outcomes_;
    outcomes.of_chains.emplace_back(intent.chain);
    outcomes.of_seqs.emplace_back(number_of(intent.seq));
    outcomes.chains.emplace_back(id.chain);
    outcomes.seqs.emplace_back(number_of(id.seq));
    ended_.insert(intent);
}

void PendingRows::add_values(const ledger::EntryId& id, std::int64_t time_ms, SealedValues values) {
    values_.times.emplace_back(time_ms);
    values_.chains.emplace_back(id.chain);
    values_.seqs.emplace_back(number_of(id.seq));
    values_.keys.emplace_back(key_id_of(id));
    values_.keks.emplace_back(values.key.kek);
    values_.sealed.push_back(std::move(values.sealed));
    values_.wrapped.push_back(std::move(values.key.bytes));
}

void PendingRows::add_call(const std::string& id, bool begins) {
    if (begins) begun_calls_.insert(id);
    expected_calls_.insert(id);
}

void PendingRows::flush_calls(std::vector<Statement>& statements) {
    if (!begun_calls_.empty()) {
        statements.emplace_back(k_begin_calls_sql, bytes_array(list_of(begun_calls_)),
                                std::uint64_t{begun_calls_.size()});
    }
    if (!expected_calls_.empty())
        statements.emplace_back(k_no_intents_sql, bytes_array(list_of(expected_calls_)));
    begun_calls_.clear();
    expected_calls_.clear();
}

void PendingRows::flush_outcomes(std::vector<Statement>& statements) {
    for (Outcomes* each : {&first_outcomes_, &other_outcomes_}) {
        const Outcomes rows = std::exchange(*each, {});
        if (rows.seqs.empty()) continue;
        const Parameter of_chains = int_array(rows.of_chains);
        const Parameter of_seqs = int_array(rows.of_seqs);
        const Parameter chains = int_array(rows.chains);
        const Parameter seqs = int_array(rows.seqs);
        if (each == &first_outcomes_) {
            statements.emplace_back(k_first_outcomes_sql, of_chains, of_seqs, chains, seqs,
                                    std::uint64_t{rows.seqs.size()});
        } else {
            statements.emplace_back(k_insert_outcomes_sql, of_chains, of_seqs, chains, seqs);
        }
    }
}

void PendingRows::flush(std::vector<Statement>& statements) {
    flush_calls(statements);
    const Entries rows = std::exchange(entries_, {});
    if (!rows.seqs.empty()) {
        statements.emplace_back(k_insert_entries_sql, chain_, int_array(rows.seqs),
                                bytes_array(rows.previous), bytes_array(rows.hashes),
                                text_array(rows.kinds), bytes_array(rows.calls),
                                int_array(rows.of_chains), int_array(rows.of_seqs),
                                int_array(rows.times), text_array(rows.texts));
    }
    flush_outcomes(statements);
    const Values values = std::exchange(values_, {});
    if (values.seqs.empty()) return;
    statements.emplace_back(k_insert_values_sql, int_array(values.times), int_array(values.chains),
                            int_array(values.seqs), int_array(values.keys),
                            bytes_array(values.sealed), bytes_array(values.wrapped),
                            int_array(values.keks), values.keks.back(), Text{k_older_key});
}

}  // namespace iam::store_postgres
