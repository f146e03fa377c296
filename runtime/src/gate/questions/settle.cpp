// A reply to a question, and the ends of a question without one.
#include "gate/questions/settle.hpp"

#include "gate/consent/lasting_consent.hpp"
#include "gate/ends/end.hpp"
#include "gate/ends/restart.hpp"
#include "gate/functions/replies.hpp"
#include "gate/questions/approvals.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/steps/decide.hpp"

#include <utility>

namespace iam::gate {
namespace {

using consent::Answer;
using consent::ApprovalState;
using consent::PromptReply;

Refusal undecided(std::string why) {
    return Refusal(code::no_decision, std::move(why) + " Nobody decided, so nothing was run.");
}

Settled with(Refusal refusal) {
    return {Refused{std::move(refusal)}};
}

/// The call goes on: a person allowed it, or nobody needs to.
Settled goes_on() {
    return {};
}

/// Ends the question in the record. If that fails, nothing changes for this call.
void close(CallState& call, ApprovalState state, const std::string& why) {
    if (call.question.approval) {
        static_cast<void>(close_question(call.writer,
                                         *std::exchange(call.question.approval, std::nullopt),
                                         state, why, call.standing.now));
    }
}

/// The question as the record has it. Nothing: it is still open.
std::optional<Settled> settled_elsewhere(CallState& call) {
    const auto stored = call.basis.parts.store.approval(call.question.approval->id);
    if (!stored) return with(unavailable(stored.error()));
    if (!*stored) return with(undecided("The question is no longer in the record."));
    switch ((*stored)->state) {
        case ApprovalState::pending:
            return std::nullopt;
        case ApprovalState::given:
            call.question.approval.emplace(**stored);
            return goes_on();
        case ApprovalState::refused:
            return with(refused_by_record(call.basis, **stored));
        case ApprovalState::withdrawn:
        case ApprovalState::expired:
        case ApprovalState::consumed:
            break;
    }
    return with(undecided("The question is " + std::string(to_string((*stored)->state)) + "."));
}

bool is_over(const CallState& call) {
    return consent::state_at(call.question.approval->expires, call.standing.now) !=
           consent::DeadlineState::running;
}

/// The end of a question if its call is decided against by now.
Settled with_stop(CallState& call, Attempt stop) {
    close(call, ApprovalState::withdrawn, why_ended(stop));
    return {std::move(stop)};
}

std::optional<Settled> settled_by_freeze(CallState& call) {
    const auto freeze = call.basis.parts.store.freeze();
    if (!freeze || !*freeze) return std::nullopt;
    auto stop = decide(call, Reading::current);
    if (!stop) return std::nullopt;
    return with_stop(call, *std::move(stop));
}

/// Ends a question that needs no answer any more.
Settled end_unneeded(CallState& call, const std::string& why) {
    const auto closed = close_question(call.writer, *call.question.approval,
                                       ApprovalState::withdrawn, why, call.standing.now);
    // Somebody may have answered meanwhile, and a person's no counts more than a grant.
    if (!closed) {
        if (auto settled = settled_elsewhere(call)) return *std::move(settled);
    }
    call.question.approval.reset();
    return goes_on();
}

Settled settle_without_answer(CallState& call, const std::string& why) {
    if (auto settled = settled_elsewhere(call)) return *std::move(settled);
    if (call.proposal.options.stop.stop_requested()) {
        close(call, ApprovalState::withdrawn, "The call was cancelled.");
        return with(
            Refusal(code::cancelled, "The call was cancelled while it waited for a person."));
    }
    if (auto frozen = settled_by_freeze(call)) return *std::move(frozen);
    if (call.question.allowed_meanwhile && *call.question.allowed_meanwhile) {
        // Step 4 decides anew, with hooks. If they want a person, there is another question.
        return end_unneeded(call, "It is allowed by now.");
    }
    const bool over = is_over(call);
    const std::string reason = over ? "The question has expired." : why;
    close(call, over ? ApprovalState::expired : ApprovalState::withdrawn, reason);
    return with(undecided(reason));
}

/// If an answer is not possible here, the question stays open for others.
Settled leave_to_others(CallState& call, const std::string& why) {
    if (auto settled = settled_elsewhere(call)) return *std::move(settled);
    Refusal refusal = left_pending(call);
    refusal.message.insert(0, why + " ");
    return with(std::move(refusal));
}

/// True for a "deny always" about the tool. Of an undo it refuses this undo only.
bool is_never(const CallState& call, Answer answer) {
    return answer == Answer::deny_always && !call.proposal.undo;
}

/// Records a no, although the question did not accept it. The no counts even if another process has
/// said yes meanwhile.
Result<void> insist_on_refusal(CallState& call, const Verdict& verdict) {
    IAM_TRY(stored, call.basis.parts.store.approval(call.question.approval->id));
    const auto state = stored ? stored->state : ApprovalState::withdrawn;
    if (state == ApprovalState::given || state == ApprovalState::pending) {
        auto recorded =
            record_verdict(call.writer, *stored, call.tool.contract, verdict, call.standing.now);
        if (recorded) return {};
        if (!is_never(call, verdict.answer)) return tl::unexpected(std::move(recorded).error());
    }
    if (!is_never(call, verdict.answer)) return {};
    return record_deny_always(call.writer, *call.question.approval, call.tool.contract, verdict,
                              call.standing.now);
}

/// The call is not run either way. But the person must not believe that their no will last.
Refusal refused_without_record(const CallState& call, const Verdict& verdict, const Error& error) {
    Refusal refusal = user_denied(verdict.approver.kind, verdict.reason);
    refusal.message += is_never(call, verdict.answer)
                           ? " That \"always\" could not be recorded, so the tool will be asked "
                             "about again: "
                           : " That could not be recorded, so the approval " +
                                 call.question.approval->id + " may still be answered otherwise: ";
    refusal.message += error.message;
    return refusal;
}

Verdict verdict_of(const CallState& call, const PromptReply& reply) {
    return {.answer = reply.answer,
            .approver = reply.approver,
            .shown_digest = reply.shown_digest,
            .reason = scrub_text(fit_reason(reply.reason), call.value.redaction.texts),
            .scope = reply.scope,
            .further = reply.answer == Answer::allow_once ? reply.further : std::nullopt,
            .inputs = reply.inputs,
            .keys_digest = call.value.keys_digest};
}

Settled answer_not_recorded(CallState& call, const Error& error) {
    if (error.code == Errc::conflict) {
        return settle_without_answer(call, "The answer came too late.");
    }
    if (error.code == Errc::invalid_argument) return leave_to_others(call, error.message);
    return with(Refusal(code::ledger_unavailable,
                        "The answer cannot be recorded, so nothing was run: " + error.message));
}

Settled settle_edit(CallState& call, const PromptReply& reply) {
    if (const auto why = why_not_edit(call); !why.empty())
        return leave_to_others(call, why.english());
    Edit edit = edit_by_person(call, reply.arguments);
    const auto recorded = record_edit(
        call.writer, *call.question.approval, verdict_of(call, reply),
        "The arguments were changed; the call " + edit.call_id + " follows.", call.standing.now);
    if (!recorded) return answer_not_recorded(call, recorded.error());
    call.question.approval.reset();
    return {Restarted{std::move(edit)}};
}

Settled settle_answer(CallState& call, const PromptReply& reply) {
    const Verdict verdict = verdict_of(call, reply);
    const bool is_deny = reply.answer == Answer::deny_once || reply.answer == Answer::deny_always;
    auto answered = record_verdict(call.writer, *call.question.approval, call.tool.contract,
                                   verdict, call.standing.now);
    if (answered && is_deny) return with(user_denied(verdict.approver.kind, verdict.reason));
    if (answered) {
        keep_inputs(call, reply.inputs);
        call.question.approval = *std::move(answered);
        return goes_on();
    }
    if (!is_deny) return answer_not_recorded(call, answered.error());
    const auto insisted = insist_on_refusal(call, verdict);
    return with(insisted ? user_denied(verdict.approver.kind, verdict.reason)
                         : refused_without_record(call, verdict, insisted.error()));
}

/// No consent lets the call run yet, or its function waits for input.
bool needs_answer(const CallState& call) {
    return call.standing.decision().effect != Policy::allow || !call.question.asked.empty();
}

/// The contract must be the shown one, and the value must still be valid under it.
bool is_unchanged(CallState& call) {
    const FoundTool today = find_tool(call.basis, call.proposal.call.tool);
    if (!today || today.contract->digests.consent != call.tool.contract->digests.consent) {
        return false;
    }
    if (call.proposal.undo) return true;
    Prepared again;
    const Ran ran = run_guarded([&] {
        again = today.handler->prepare(call.proposal.call.arguments);
        return Reply::done();
    });
    return ran.reply.success && again && *again == call.proposal.call.arguments;
}

Settled settle_reply(CallState& call, const PromptReply& reply) {
    call.standing.now = call.basis.clock.now();
    const bool is_about_this = reply.approval_id == call.question.approval->id;
    // A "deny always" is about the tool. Neither the end of the question nor a change of the tool
    // makes it void.
    if (is_never(call, reply.answer) && is_about_this) return settle_answer(call, reply);
    if (!is_unchanged(call)) {
        const std::string why = "The tool changed while the question was open.";
        close(call, ApprovalState::withdrawn, why);
        return with(
            Refusal(code::stale_approval, why + " Nothing was run; propose the call anew."));
    }
    const auto without_answer = [&](const std::string& why) {
        return settle_without_answer(call, why);
    };
    if (reply.answer == Answer::none) {
        return without_answer("The question was closed without an answer.");
    }
    if (!is_about_this) return without_answer("The reply was for another question.");
    if (is_over(call)) return without_answer("The question has expired.");
    if (reply.answer == Answer::edit) return settle_edit(call, reply);
    if (const std::string why = why_not_always(call).english();
        reply.answer == Answer::allow_always && !why.empty()) {
        return without_answer("\"Allow always\" is not possible here: " + why);
    }
    if (const std::string why = why_not_further(call).english(); reply.further && !why.empty()) {
        return without_answer("Further calls cannot be allowed here: " + why);
    }
    return settle_answer(call, reply);
}

}  // namespace

Refusal not_asked() noexcept {
    // Both texts are short enough to need no memory.
    return Refusal(code::no_decision, "Out of memory.");
}

Settled settle(CallState& call, QuestionCounts& counts, const PromptReply& reply) {
    try {
        if (call.basis.settings.questions_per_session_max) {
            counts.end(call.proposal.call.subject, reply.answer);
        }
        return settle_reply(call, reply);
    } catch (...) {
        return with(not_asked());
    }
}

std::optional<Settled> settled_while_waiting(CallState& call) {
    call.standing.now = call.basis.clock.now();
    if (call.proposal.options.stop.stop_requested()) {
        return settle_without_answer(call, "The call was cancelled.");
    }
    if (auto settled = settled_elsewhere(call)) return settled;
    // A spent grant moves no epoch. The question will show this decision.
    if (auto stop = decide(call, Reading::anew)) return with_stop(call, *std::move(stop));
    if (needs_answer(call)) {
        if (!is_over(call)) return std::nullopt;
        return settle_without_answer(call, "The question has expired.");
    }
    return end_unneeded(call, "It is allowed by now: " + call.standing.decision().reason.english());
}

}  // namespace iam::gate
