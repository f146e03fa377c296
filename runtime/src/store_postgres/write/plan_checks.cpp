// Plans the expectations of a batch. Facts of records are judged here as they were read; the
// transaction holds only if they are still so.
#include "store_postgres/records/records.hpp"
#include "store_postgres/write/plan_parts.hpp"
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <variant>

namespace iam::store_postgres {
namespace {

using Ints = std::vector<std::optional<std::int64_t>>;

// The newest entry of each chain.
#define IAM_NEWEST_ENTRIES                                                                      \
    "SELECT newest.* FROM @writers AS w CROSS JOIN LATERAL (SELECT * FROM @entries AS e WHERE " \
    "e.chain = w.chain ORDER BY e.seq DESC LIMIT 1) AS newest"

constexpr char k_expect_epoch_sql[] =
    "SELECT @must(coalesce((SELECT epoch FROM @epochs WHERE scope = $1), 0), $2, "
    "'a policy, grant, permission, trust or the freeze has changed meanwhile')";
constexpr char k_undo_sql[] =
    "SELECT @must(count(*), 1, $4) FROM @entries AS e LEFT JOIN @undo_states AS u "
    "USING (chain, seq) WHERE e.chain = $1 AND e.seq = $2 AND coalesce(u.state, 'none') = $3";
constexpr char k_no_outcome_sql[] =
    "SELECT @must(count(*), 0, $3) FROM @outcomes WHERE of_chain = $1 AND of_seq = $2";
constexpr char k_expect_tree_sql[] =
    "SELECT @must(count(*), 0, 'another checkpoint was made meanwhile') FROM "
    "(SELECT max(size) AS size FROM @checkpoints) AS last WHERE size IS DISTINCT FROM $1";
// A quote within a string of canonical JSON has a backslash before it, so the name with its quotes
// and the colon occurs as a key alone.
constexpr char k_none_since_sql[] =
    "SELECT @must(count(*), 0, 'an outcome with the value came meanwhile') FROM @writers AS w "
    "LEFT JOIN unnest($1::bigint[], $2::bigint[]) AS seen (chain, seq) ON seen.chain = w.chain "
    "JOIN @entries AS e ON e.chain = w.chain AND e.seq > coalesce(seen.seq, 0) "
    "WHERE e.kind = 'outcome' AND position($3 IN e.text) > 0";
constexpr char k_no_later_sql[] =
    "SELECT @must(count(*), 0, 'the newest entry is of a later time than the clock shows') "
    "FROM (" IAM_NEWEST_ENTRIES ") AS newest WHERE newest.time_ms > $1";

std::pair<Parameter, Parameter> columns_of(const std::vector<ledger::EntryId>& ids) {
    Ints chains;
    Ints seqs;
    for (const ledger::EntryId& id : ids) {
        chains.emplace_back(id.chain);
        seqs.emplace_back(static_cast<std::int64_t>(id.seq));
    }
    return {int_array(chains), int_array(seqs)};
}

/// True if the batch itself changes the record, so the change checks it.
bool changes_record(const ledger::Batch& batch, RecordKind kind, const std::string& id) {
    return std::any_of(batch.mutations.begin(), batch.mutations.end(), [&](const auto& part) {
        if (const auto* spend = std::get_if<ledger::SpendGrant>(&part))
            return kind == RecordKind::grant && spend->grant.id == id;
        if (const auto* put = std::get_if<ledger::PutApproval>(&part))
            return kind == RecordKind::approval && put->approval.id == id;
        return false;
    });
}

bool begins_call(const ledger::Batch& batch, std::string_view call) {
    return std::any_of(batch.entries.begin(), batch.entries.end(), [&](const auto& draft) {
        return draft.entry.kind == ledger::EntryKind::intent && call_of(draft) == call;
    });
}

bool ends_call(const ledger::Batch& batch, const ledger::EntryId& intent) {
    return std::any_of(batch.entries.begin(), batch.entries.end(), [&](const auto& draft) {
        const ledger::Entry& entry = draft.entry;
        return (entry.kind == ledger::EntryKind::outcome ||
                entry.kind == ledger::EntryKind::undo_outcome) &&
               entry.of == intent;
    });
}

/// A name of a value as a key of the text of an entry.
std::string key_text(const std::string& name) {
    JsonWriter out;
    out.string(name);
    return std::string(out.text()) + ":";
}

}  // namespace

void Plan::Checks::hold(RecordKind kind, const std::string& id) {
    const RecordRow* row = plan.records_.find(kind, id);
    if (row == nullptr || changes_record(batch, kind, id)) return;
    plan.statements_.push_back(hold_row(table_of(kind), *row, k_stale));
}

Result<void> Plan::Checks::add(const ledger::ExpectEpoch& expected) {
    // The guard keeps the epochs, so one check serves all batches of a group.
    if (!plan.checked_epochs_.emplace(expected.scope, expected.epoch).second) return {};
    plan.run(k_expect_epoch_sql, Bytes{expected.scope}, expected.epoch);
    return {};
}

Result<void> Plan::Checks::add(const ledger::ExpectGrant& expected) {
    IAM_TRY(grant, plan.whole_grant(expected.id));
    if (grant.revision != expected.revision)
        return conflict("grant " + expected.id + " has changed meanwhile");
    hold(RecordKind::grant, expected.id);
    return {};
}

Result<void> Plan::Checks::add(const ledger::ExpectApproval& expected) {
    const std::string name = "approval " + expected.id;
    const RecordRow* row = plan.records_.find(RecordKind::approval, expected.id);
    if (row == nullptr) return conflict(name + " is not there any more");
    if (!fits(plan.seal_, table_of(RecordKind::approval), *row))
        return fail(Errc::corrupt, name + store::k_not_sealed);
    IAM_TRY(approval, approval_in(*row));
    if (approval.state != expected.state) {
        return conflict(name + " is " + std::string(to_string(approval.state)) + ", not " +
                        std::string(to_string(expected.state)));
    }
    if (approval.consent_digest != expected.consent_digest)
        return conflict(name + " was given for another version of the tool");
    if (approval.arguments_digest != expected.arguments_digest)
        return conflict(name + " was given for other arguments");
    hold(RecordKind::approval, expected.id);
    return {};
}

Result<void> Plan::Checks::add(const ledger::ExpectUndo& expected) {
    plan.must_exist(expected.entry);
    // Two different states of one entry cannot both hold.
    const auto [known, is_new] = plan.expected_undos_.emplace(expected.entry, expected.state);
    if (!is_new && known->second != expected.state) undo_is(expected.entry, expected.state);
    return {};
}

void Plan::Checks::undo_is(const ledger::EntryId& entry, ledger::UndoState state) {
    plan.run(k_undo_sql, entry.chain, entry.seq, Text{to_string(state)},
             Text{"the undo state of entry " + to_string(entry) + " is not " +
                  std::string(to_string(state))});
}

Result<void> Plan::Checks::add(const ledger::ExpectNoIntent& expected) {
    // Entries without a call id belong to no call.
    if (expected.call_id.empty()) return {};
    if (plan.rows_.has_intent_of(expected.call_id)) return conflict("the call was begun already");
    plan.rows_.add_call(expected.call_id, begins_call(batch, expected.call_id));
    return {};
}

Result<void> Plan::Checks::add(const ledger::ExpectNoOutcome& expected) {
    if (plan.rows_.has_outcome_of(expected.intent))
        return conflict("an entry says how the call of " + to_string(expected.intent) + " ended");
    if (ends_call(batch, expected.intent)) {
        plan.without_outcome_.insert(expected.intent);
        return {};
    }
    plan.run(k_no_outcome_sql, expected.intent.chain, expected.intent.seq,
             Text{"an entry says how the call of " + to_string(expected.intent) + " ended"});
    return {};
}

Result<void> Plan::Checks::add(const ledger::ExpectLastCheckpoint& expected) {
    plan.run(k_expect_tree_sql, expected.size);
    return {};
}

Result<void> Plan::Checks::add(const ledger::ExpectNoneSince& expected) {
    plan.is_exclusive_ = true;
    plan.see_entries();
    const auto [chains, seqs] = columns_of(expected.entries);
    plan.run(k_none_since_sql, chains, seqs, Text{key_text(expected.value)});
    return {};
}

Result<void> Plan::Checks::add(const ledger::ExpectNoLaterTime& expected) {
    plan.see_entries();
    const auto last = saturating_add(expected.time, consent::k_clock_tolerance);
    plan.run(k_no_later_sql, std::int64_t{last.time_since_epoch().count()});
    return {};
}

}  // namespace iam::store_postgres
