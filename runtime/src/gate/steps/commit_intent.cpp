// The commit has the intent, the consumed consent, and the expectations under which the decision
// holds.
#include "gate/steps/commit_intent.hpp"

#include "gate/ends/repetition.hpp"
#include "gate/functions/pins.hpp"
#include "gate/record/record_writer.hpp"
#include "gate/record/records.hpp"
#include "gate/undo/later_calls.hpp"

#include <chrono>
#include <utility>

namespace iam::gate {
namespace {

const consent::Grant* deciding_grant(const CallState& call) {
    if (call.standing.decision().source != consent::Source::grant) return nullptr;
    return call.standing.known->find_grant(call.standing.decision().source_id);
}

/// True if a record with a deadline lets the call run.
bool relies_on_deadline(const CallState& call) {
    const consent::Source source = call.standing.decision().source;
    return call.question.approval || source == consent::Source::grant ||
           source == consent::Source::permission;
}

/// The permission to touch; nullptr if none decides, or it was touched within the last minute. A
/// touch for each call would make its row the one that all calls wait for.
const consent::Permission* permission_to_touch(const CallState& call) {
    constexpr std::chrono::minutes touched_each{1};
    if (call.standing.decision().source != consent::Source::permission) return nullptr;
    const auto* permission =
        call.standing.known->find_permission(call.standing.decision().source_id);
    if (permission == nullptr || !permission->last_used) return permission;
    const auto now = call.standing.now.wall;
    const bool was_just_used =
        *permission->last_used <= now && now < saturating_add(*permission->last_used, touched_each);
    return was_just_used ? nullptr : permission;
}

/// Returns true if the batch uses a record of the standing.
bool consume_consent(const CallState& call, ledger::Batch& batch) {
    bool uses_record = false;
    if (relies_on_deadline(call)) batch.expect(ledger::ExpectNoLaterTime{call.standing.now.wall});
    if (const consent::Grant* grant = deciding_grant(call); grant != nullptr && grant->uses) {
        batch.expect(ledger::ExpectGrant{grant->id, grant->revision});
        batch.change(ledger::SpendGrant{*grant});
        uses_record = true;
    }
    if (const consent::Permission* permission = permission_to_touch(call)) {
        batch.change(ledger::TouchPermission{*permission, call.standing.now.wall});
        uses_record = true;
    }
    if (!call.question.approval) return uses_record;
    consent::Approval consumed = *call.question.approval;
    // A host's assertion was never a question, so the store has nothing to expect.
    if (call.standing.decision().source != consent::Source::host_assertion) {
        batch.expect(ledger::ExpectApproval{consumed.id, consent::ApprovalState::given,
                                            call.tool.contract->digests.consent,
                                            call.value.digest});
    }
    consumed.state = consent::ApprovalState::consumed;
    batch.change(ledger::PutApproval{std::move(consumed)});
    return uses_record;
}

Result<void> commit_batch(CallState& call, ActiveCalls& active) {
    RecordWriter& writer = call.writer;
    BatchRoom room;
    ledger::Batch batch(room.memory());
    const KnownStanding& known = *call.standing.known;
    batch.expect(ledger::ExpectEpoch{std::string(consent::k_common_scope), known.standing.epoch});
    batch.expect(ledger::ExpectEpoch{known.scope, known.standing.subject_epoch});
    if (is_first_pass(call) && call.proposal.id_source == IdSource::host) {
        batch.expect(ledger::ExpectNoIntent{call.proposal.call.id});
    }
    // The claim keeps this program from looking for the end of an active call.
    if ((call.tool.contract->has_reconcile || call.proposal.undo) && !call.caller.claim) {
        if (auto claim = active.claim(call.proposal.call.id))
            call.caller.claim.emplace(*std::move(claim));
    }
    const bool uses_record = consume_consent(call, batch);
    const bool is_new = !known.has_contract && keep_contract(writer, *call.tool.contract, batch);
    if (call.proposal.undo) {
        batch.expect(ledger::ExpectUndo{call.proposal.undo->original, ledger::UndoState::none});
        batch.change(
            ledger::SetUndoState{call.proposal.undo->original, ledger::UndoState::pending});
        // Without a list of changed objects no later call was looked for.
        if (call.proposal.undo->touching && !call.proposal.undo->looked_to.empty()) {
            batch.expect(
                ledger::ExpectNoneSince{call.proposal.undo->looked_to, std::string(k_touches)});
        }
    }
    if (writer.settings.audit) add_intent(call, batch);
    const std::uint64_t bytes = count_record(call, batch);
    IAM_TRY(receipt, commit(writer, std::move(batch)));
    if (uses_record) known.is_used = true;
    writer.quota.spend(call.proposal.call.subject, bytes);
    if (!receipt.entries.empty()) call.run.intent = receipt.entries.front();
    if (is_new) writer.contracts.add(call.tool.contract->digests.consent);
    known.has_contract = writer.settings.audit;
    return {};
}

bool wants_worker(const CallState& call) {
    return call.tool.contract->timeout.has_value() && !call.proposal.undo;
}

/// A stop, and a thread for a tool with a time limit.
std::optional<Refusal> check_ready(CallState& call, Stops& stops, Workers& workers) {
    // Taken before the look at the end, so one of the two notices the end.
    call.run.everybodys_stop = stops.token();
    if (call.proposal.options.stop.stop_requested() || stops.is_closed()) {
        return Refusal(code::cancelled, "The call was cancelled before it ran.");
    }
    if (wants_worker(call) && !call.run.slot) {
        auto slot = workers.reserve();
        if (slot) call.run.slot.emplace(*std::move(slot));
        if (!slot) {
            return Refusal(code::tool_failed,
                           "All threads for tools with a time limit are busy; try again later.");
        }
    }
    return std::nullopt;
}

}  // namespace

Stop commit_intent(CallState& call, ActiveCalls& active, Stops& stops, Workers& workers) {
    IAM_STEP(check_ready(call, stops, workers));
    IAM_STEP(hold_pins(call));
    auto committed = commit_batch(call, active);
    if (committed) return std::nullopt;
    if (committed.error().code != Errc::conflict) return Refused{unavailable(committed.error())};
    // Another Runtime on the same store may have begun a call of this id meanwhile.
    const bool may_repeat = call.proposal.id_source == IdSource::host && is_first_pass(call);
    if (may_repeat) IAM_STEP(answer_from_record(call));
    return Conflict{std::move(committed).error()};
}

}  // namespace iam::gate
