// Steps 1 to 8 of a call: from the proposal to the durable intent.
#include "gate/engine/engine.hpp"
#include "gate/functions/pins.hpp"
#include "gate/hooks/changed_arguments.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/record/records.hpp"
#include "gate/state/call_state.hpp"
#include "gate/steps/recorded_call.hpp"
#include "gate/undo/later_calls.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace iam::gate {
namespace {

const consent::Grant* deciding_grant(const CallState& call) {
    if (call.decision().source != consent::Source::grant) return nullptr;
    return call.known->find_grant(call.decision().source_id);
}

/// Whether a record with an end lets the call run.
bool relies_on_deadline(const CallState& call) {
    const consent::Source source = call.decision().source;
    return call.approval || source == consent::Source::grant ||
           source == consent::Source::permission;
}

void consume_consent(const CallState& call, ledger::Batch& batch) {
    if (relies_on_deadline(call)) batch.expect(ledger::ExpectNoLaterTime{call.now.wall});
    if (const consent::Grant* grant = deciding_grant(call); grant != nullptr && grant->uses) {
        batch.expect(ledger::ExpectGrant{grant->id, grant->revision});
        batch.change(ledger::SpendGrant{grant->id});
    }
    if (call.decision().source == consent::Source::permission) {
        batch.change(ledger::TouchPermission{call.decision().source_id, call.now.wall});
    }
    if (!call.approval) return;
    consent::Approval consumed = *call.approval;
    // A host's assertion was never put as a question, so there is nothing to expect.
    if (call.decision().source != consent::Source::host_assertion) {
        batch.expect(ledger::ExpectApproval{consumed.id, consent::ApprovalState::given,
                                            call.tool.contract->digests.consent,
                                            call.arguments_digest});
    }
    consumed.state = consent::ApprovalState::consumed;
    batch.change(ledger::PutApproval{std::move(consumed)});
}

/// False where its function has asked for input before: the record knows the id then, and the call goes on all the same.
bool is_first_pass(const CallState& call) {
    return call.passes == 0 && !call.resumes;
}

// Step 8.
Result<void> commit_intent(CallState& call) {
    Engine& engine = *call.engine;
    BatchRoom room;
    ledger::Batch batch(room.memory());
    batch.expect(ledger::ExpectEpoch{call.known->standing.epoch});
    if (is_first_pass(call) && call.id_from_host) {
        batch.expect(ledger::ExpectNoIntent{call.call.id});
    }
    // So that nobody in this program looks for the end of a call that is under way.
    if ((call.tool.contract->has_reconcile || call.undo) && !call.is_active)
        call.is_active = engine.active.add(call.call.id);
    consume_consent(call, batch);
    const KnownStanding& known = *call.known;
    const bool is_new = !known.has_contract && keep_contract(engine, *call.tool.contract, batch);
    if (call.undo) {
        batch.expect(ledger::ExpectUndo{call.undo->original, ledger::UndoState::none});
        batch.change(ledger::SetUndoState{call.undo->original, ledger::UndoState::pending});
        // Nothing was looked at where it does not say what it touched.
        if (call.undo->touching && !call.undo->looked_to.empty()) {
            batch.expect(ledger::ExpectNoneSince{call.undo->looked_to, std::string(k_touches)});
        }
    }
    if (engine.settings.audit) add_intent(call, batch);
    const std::uint64_t bytes = count_record(call, batch);
    IAM_TRY(receipt, commit(engine, std::move(batch)));
    engine.quota.spend(call.call.subject, bytes);
    if (!receipt.entries.empty()) call.intent = receipt.entries.front();
    if (is_new) engine.contracts.add(call.tool.contract->digests.consent);
    known.has_contract = engine.settings.audit;
    return {};
}

bool wants_worker(const CallState& call) {
    return call.tool.contract->timeout.has_value() && !call.undo;
}

std::optional<Refusal> check_ready(CallState& call) {
    // Before the end is looked at: whichever comes first, it is noticed.
    call.everybodys_stop = call.engine->stops.token();
    if (call.options.stop.stop_requested() || call.engine->ending.stop_requested()) {
        return Refusal{std::string(code::cancelled), "The call was cancelled before it ran."};
    }
    if (wants_worker(call) && !call.slot) {
        auto slot = call.engine->workers.reserve();
        if (slot) call.slot.emplace(*std::move(slot));
        if (!slot) {
            return Refusal{std::string(code::tool_failed),
                           "All threads for tools with a time limit are busy; try again later."};
        }
    }
    return std::nullopt;
}

/// Ends a call whose id the record knows. False: the id is new, go on.
bool end_repetition(CallState& call, tl::expected<std::optional<ToolResult>, Refusal> recorded) {
    if (!recorded) {
        refuse(call, std::move(recorded).error());
        return true;
    }
    if (!*recorded) return false;
    call.answered = true;
    answer(call, **std::move(recorded));
    return true;
}

/// One attempt at steps 4 to 8. Error of code conflict: again.
Result<void> attempt(const CallPointer& call, std::optional<Refusal>& refusal, bool& asking) {
    if ((refusal = decide_now(*call))) return {};
    switch (seek_consent(call, refusal)) {
        case Consent::asking:
            asking = true;
            return {};
        case Consent::refused:
            return {};
        case Consent::given:
            break;
    }
    if ((refusal = ask_for_vetoes(*call))) return {};
    if ((refusal = check_ready(*call))) return {};
    if ((refusal = hold_pins(*call))) return {};
    return commit_intent(*call);
}

/// Steps 4 to 8. True: the intent is durable. False: the call is answered, or a prompt has it.
bool reach_intent(const CallPointer& call) {
    Error last;
    for (int i = 0; i < k_commit_attempts_max; ++i) {
        std::optional<Refusal> refusal;
        bool asking = false;
        auto done = attempt(call, refusal, asking);
        if (asking) return false;
        if (refusal) {
            if (call->edit) {
                start_edited(call);
            } else {
                refuse(*call, *std::move(refusal));
            }
            return false;
        }
        if (done) return true;
        last = std::move(done).error();
        if (last.code != Errc::conflict) break;
        // Another Runtime on the same store may have begun a call of this id since we looked.
        const bool may_repeat = call->id_from_host && is_first_pass(*call);
        if (may_repeat && end_repetition(*call, answer_from_record(*call))) return false;
        call->reread = true;
        call->engine->clock.look_at(call->engine->parts.store);
    }
    refuse(*call, unavailable(last));
    return false;
}

/// The entry of the refusal that is written, or of the first one like it.
std::optional<ledger::EntryId> record_refusal(CallState& call, const Refusal& refusal) {
    Engine& engine = *call.engine;
    const auto window = engine.settings.repeated_refusal_window;
    const std::optional<Digest> what = identity_of(call, refusal);
    if (what) {
        if (auto first = engine.refusals.count(*what, call.now.boot, window)) return first;
    }
    ledger::Batch batch;
    add_refusal(call, refusal, batch);
    std::vector<Repetition> over = engine.refusals.take_over(call.now.boot, window);
    add_repetitions(engine, over, batch);
    const std::uint64_t bytes = count_record(call, batch);
    const auto receipt = commit(engine, std::move(batch));
    if (!receipt || receipt->entries.empty()) {
        for (Repetition& repetition : over) engine.refusals.remember(std::move(repetition));
        return std::nullopt;
    }
    engine.quota.spend(call.call.subject, bytes);
    const ledger::EntryId entry = receipt->entries.front();
    if (what && window.count() > 0) {
        engine.refusals.remember({*what, entry, refusal.code, call.call.tool, call.call.subject, 0,
                                  call.now.boot, call.now.boot});
    }
    return entry;
}

void record_and_refuse(CallState& call, Refusal refusal) {
    const auto entry = record_refusal(call, refusal);
    ToolResult result;
    result.code = std::move(refusal.code);
    result.message = std::move(refusal.message);
    result.errors = std::move(refusal.errors);
    result.approval = std::move(refusal.approval);
    result.later = std::move(refusal.later);
    if (result.code == code::requires_user_input) result.inputs = call.asked;
    if (entry) result.entry = to_string(*entry);
    if (!call.answered.exchange(true)) answer(call, std::move(result));
}

void complete(CallState& call, ToolResult&& result) {
    // All that there will be is in the record, so a repetition is answered from there.
    if (std::exchange(call.is_active, false))
        call.engine->active.remove(result.call_id.empty() ? call.call.id : result.call_id);
    CallState* proposed = &call;
    while (proposed->replaces) {
        proposed = proposed->replaces.get();
        if (std::exchange(proposed->is_active, false))
            call.engine->active.remove(proposed->call.id);
    }
    if (proposed->own_mailbox) return proposed->own_mailbox->answer(std::move(result));
    const auto completion = std::exchange(proposed->completion, nullptr);
    // What the host's own function throws has nowhere to go.
    static_cast<void>(run_hook([&] {
        if (completion) completion(std::move(result));
    }));
}

}  // namespace

CallView view_of(const CallState& call, std::optional<std::string>* changed) {
    return CallView{call.call, call.tool.contract, call.undo.has_value(), changed};
}

void start_call(const CallPointer& call) {
    try {
        if (auto refusal = read_call(*call)) return refuse(*call, *std::move(refusal));
        resume_waiting(*call);
        const bool may_repeat = call->id_from_host && !call->resumes;
        call->just_read = call->just_read && !may_repeat && !call->resumes;
        if (may_repeat && end_repetition(*call, claim_id(*call))) return;
    } catch (...) {
        return give_up(*call);
    }
    pass_gate(call);
}

void pass_gate(const CallPointer& call) {
    bool may_run = false;
    try {
        may_run = reach_intent(call);
    } catch (...) {
        return give_up(*call);
    }
    if (may_run) execute(call);
}

void start_edited(const CallPointer& call) {
    try {
        Call next = call->call;
        next.id = call->edit->call_id;
        next.arguments = std::move(call->edit->arguments);
        auto state = make_call(
            call->engine, std::move(next),
            CallOptions{.stop = call->options.stop, .on_progress = call->options.on_progress},
            nullptr);
        const bool by_person = call->edit->interceptor.empty();
        // Somebody may have been asked about what the hook makes of the value.
        if (!by_person) state->options.approval = call->options.approval;
        state->id_from_host = call->id_from_host && !by_person;
        state->mailbox = call->mailbox;
        state->replaces = call;
        state->edits = call->edits + (by_person ? 1 : 0);
        state->rewrites = by_person ? 0 : call->rewrites + 1;
        call->answered = true;
        record_and_refuse(*call, replaced(*call));
        start_call(state);
    } catch (...) {
        give_up(*call);
    }
}

void refuse(CallState& call, Refusal refusal) {
    try {
        record_and_refuse(call, std::move(refusal));
    } catch (...) {
        give_up(call);
    }
}

void answer(CallState& call, ToolResult&& result) {
    if (result.call_id.empty()) result.call_id = call.call.id;
    if (call.replaces) {
        const std::string said = replaced(*call.replaces).message;
        result.message = result.message.empty() ? said : said + " " + result.message;
    }
    complete(call, std::move(result));
}

void answer_in_need(CallState& call, std::string_view code, std::string_view why) noexcept {
    ToolResult result;
    try {
        result.code = code;
        result.call_id = call.call.id;
        result.message = why;
    } catch (const std::bad_alloc&) {
        // What there is of it must do.
    }
    complete(call, std::move(result));
}

void give_up(CallState& call) noexcept {
    call.answered = true;
    answer_in_need(call, code::tool_failed,
                   "The call could not go on, most likely for want of memory; nothing was run.");
}

}  // namespace iam::gate
