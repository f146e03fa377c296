// An unrecorded effect is the worst end of a call, so writing the outcome is tried again.
#include "gate/steps/record_outcome.hpp"

#include "gate/functions/time_limit.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/record/record_writer.hpp"
#include "gate/record/records.hpp"

#include <utility>

namespace iam::gate {
namespace {

constexpr int k_outcome_attempts_max = 3;

bool may_keep_cause(const CallState& call) {
    return call.tool.contract->secret_arguments.empty() &&
           call.tool.contract->secret_results.empty();
}

void add_outcome(CallState& call, const Outcome& outcome, ledger::Batch& batch) {
    ledger::EntryDraft& draft = batch.entries.emplace_back();
    draft.common = &call.standing.known->outcome_facts;
    draft.entry.kind =
        call.proposal.undo ? ledger::EntryKind::undo_outcome : ledger::EntryKind::outcome;
    // A late outcome comes after the entry about the overdue call.
    const bool is_timed = outcome.ended && !outcome.is_late;
    draft.entry.time = is_timed ? outcome.ended->wall : call.basis.clock.now().wall;
    draft.call = call.proposal.call.id;
    draft.entry.of = call.run.intent;
    draft.entry.success = outcome.success;
    draft.entry.duration = outcome.duration;
    draft.entry.late = outcome.is_late;
    draft.entry.lazily_synced = batch.lazily_synced;
    if (outcome.result) add_result(call, draft, *outcome.result);
    if (!outcome.touched.empty()) add_touched(call, draft, outcome.touched);
    if (!outcome.states.empty()) add_states(call, draft, outcome.states);
    if (outcome.kept) add_kept(call, draft, *outcome.kept);
    if (!outcome.no_undo.empty()) add_no_undo(call, draft, outcome.no_undo);
    if (!outcome.code.empty()) {
        draft.entry.code = outcome.code;
        const bool keep_cause = !outcome.cause.empty() && may_keep_cause(call);
        add_message(call, draft, keep_cause ? outcome.cause : outcome.message);
    }
}

/// The call's end was settled by other means before the outcome came. The settled end stays, and
/// the outcome becomes a note beside it.
void keep_beside(const CallState& call, ledger::Batch& batch) {
    batch.expectations.clear();
    if (call.proposal.undo) batch.mutations.clear();
    ledger::Entry& entry = batch.entries.front().entry;
    entry.kind = ledger::EntryKind::note;
    if (entry.code.empty()) entry.code = "outcome_after_reconcile";
}

/// True for a call without changes: if its outcome is lost, people take it for a call that was only
/// begun, and miss nothing.
bool may_be_lost(const CallState& call, const Outcome& outcome) {
    const Contract& contract = *call.tool.contract;
    return contract.lazy_outcome && contract.hints.read_only.value_or(false) &&
           !call.proposal.undo && outcome.success && !outcome.waits;
}

/// True if somebody else may record the call's outcome meanwhile.
bool may_be_settled_elsewhere(const CallState& call) {
    return call.tool.contract->has_reconcile || call.proposal.undo;
}

/// True if there is nothing to commit: an unknown outcome is one that is not recorded. Without a
/// ledger, most calls change no record once their
/// function has run.
bool leaves_nothing(const CallState& call, const Outcome& outcome) {
    if (outcome.is_unknown) return true;
    return !call.basis.settings.audit && !may_be_settled_elsewhere(call) && !outcome.waits;
}

Result<ledger::Receipt> commit_outcome(CallState& call, const Outcome& outcome) {
    if (leaves_nothing(call, outcome)) return ledger::Receipt{};
    const RecordingLock lock(call);
    BatchRoom room;
    ledger::Batch batch(room.memory());
    batch.lazily_synced = may_be_lost(call, outcome);
    if (call.basis.settings.audit) add_outcome(call, outcome, batch);
    if (outcome.waits) put_input_question(call, outcome.asked, batch);
    if (call.proposal.undo) {
        const auto state = outcome.success ? ledger::UndoState::undone : ledger::UndoState::none;
        batch.change(ledger::SetUndoState{call.proposal.undo->original, state});
    }
    if (may_be_settled_elsewhere(call)) batch.expect(ledger::ExpectNoOutcome{call.run.intent});
    call.writer.quota.spend(call.proposal.call.subject, count_record(call, batch));
    for (int left = k_outcome_attempts_max; left > 1; --left) {
        auto receipt = commit_quietly(call.writer, batch);
        if (!receipt && receipt.error().code == Errc::conflict) {
            keep_beside(call, batch);
        } else if (receipt || !is_retryable(receipt.error().code)) {
            return receipt;
        }
    }
    return commit_quietly(call.writer, batch);
}

}  // namespace

Result<ledger::Receipt> record_outcome(CallState& call, Outcome& outcome) {
    auto receipt = commit_outcome(call, outcome);
    outcome.waits = outcome.waits && receipt;
    if (outcome.waits) ++call.question.passes;
    return receipt;
}

}  // namespace iam::gate
