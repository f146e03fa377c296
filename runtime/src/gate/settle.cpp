// What a reply to a question means for its call and for the record, and what settles one without.
#include "settle.hpp"

#include "approvals.hpp"
#include "engine.hpp"
#include "inputs.hpp"
#include "lasting_consent.hpp"

#include <utility>

namespace iam::gate {
namespace {

using consent::Answer;
using consent::ApprovalState;
using consent::PromptReply;

Refusal undecided(std::string why) {
    return Refusal{std::string(code::no_decision),
                   std::move(why) + " Nobody decided, so nothing was run."};
}

/// Ends the question in the record; whether that succeeds changes nothing for this call.
void close(CallState& call, ApprovalState state, const std::string& why) {
    if (call.approval) {
        static_cast<void>(close_question(*call.engine, *std::exchange(call.approval, std::nullopt),
                                         state, why, call.now));
    }
}

/// What the record says of the question: true if it is settled, with the outcome in the call.
bool settled_elsewhere(CallState& call) {
    const auto stored = call.engine->parts.store.approval(call.approval->id);
    if (!stored) {
        call.prompt_refusal = unavailable(stored.error());
        return true;
    }
    if (!*stored) {
        call.prompt_refusal = undecided("The question is no longer in the record.");
        return true;
    }
    switch ((*stored)->state) {
        case ApprovalState::pending:
            return false;
        case ApprovalState::given:
            call.approval.emplace(**stored);
            return true;
        case ApprovalState::refused:
            call.prompt_refusal = refused_by_record(*call.engine, **stored);
            return true;
        case ApprovalState::withdrawn:
        case ApprovalState::expired:
        case ApprovalState::consumed:
            break;
    }
    call.prompt_refusal =
        undecided("The question is " + std::string(to_string((*stored)->state)) + ".");
    return true;
}

bool is_over(const CallState& call) {
    return consent::state_at(call.approval->expires, call.now) != consent::DeadlineState::running;
}

bool settled_by_freeze(CallState& call) {
    const auto freeze = call.engine->parts.store.freeze();
    if (!freeze || !*freeze) return false;
    auto refusal = decide_now(call);
    if (!refusal) return false;
    close(call, ApprovalState::withdrawn, refusal->message);
    call.prompt_refusal = *std::move(refusal);
    return true;
}

/// Ends a question that needs no answer any more.
void end_unneeded(CallState& call, const std::string& why) {
    const auto closed =
        close_question(*call.engine, *call.approval, ApprovalState::withdrawn, why, call.now);
    // Somebody may have answered since we looked, and a person's no counts more than a grant.
    if (!closed && settled_elsewhere(call)) return;
    call.approval.reset();
}

void settle_without_answer(CallState& call, const std::string& why) {
    if (settled_elsewhere(call)) return;
    if (call.options.stop.stop_requested()) {
        close(call, ApprovalState::withdrawn, "The call was cancelled.");
        call.prompt_refusal = Refusal{std::string(code::cancelled),
                                      "The call was cancelled while it waited for a person."};
        return;
    }
    if (settled_by_freeze(call)) return;
    if (call.allowed_meanwhile && *call.allowed_meanwhile) {
        // It is decided anew, by hooks too, and asked about again where that comes to another result.
        call.reread = true;
        return end_unneeded(call, "It is allowed by now.");
    }
    const bool over = is_over(call);
    const std::string reason = over ? "The question has expired." : why;
    close(call, over ? ApprovalState::expired : ApprovalState::withdrawn, reason);
    call.prompt_refusal = undecided(reason);
}

/// As where the answer comes by another way: one that is not taken leaves the question open.
void leave_to_others(CallState& call, const std::string& why) {
    if (settled_elsewhere(call)) return;
    call.prompt_refusal = left_pending(call);
    call.prompt_refusal->message.insert(0, why + " ");
}

/// A "deny always" about the tool; of an undo it refuses this undo only.
bool is_never(const CallState& call, Answer answer) {
    return answer == Answer::deny_always && !call.undo;
}

/// Records a no that the question as we know it did not take. It counts even where another process said yes in between.
Result<void> insist_on_refusal(CallState& call, const Verdict& verdict) {
    Engine& engine = *call.engine;
    IAM_TRY(stored, engine.parts.store.approval(call.approval->id));
    const auto state = stored ? stored->state : ApprovalState::withdrawn;
    if (state == ApprovalState::given || state == ApprovalState::pending) {
        auto recorded = record_verdict(engine, *stored, call.tool.contract, verdict, call.now);
        if (recorded) return {};
        if (!is_never(call, verdict.answer)) return tl::unexpected(std::move(recorded).error());
    }
    if (!is_never(call, verdict.answer)) return {};
    return record_deny_always(engine, *call.approval, call.tool.contract, verdict, call.now);
}

/// The call is not run either way, but who said no must not believe that it holds on.
Refusal refused_without_record(const CallState& call, const Verdict& verdict, const Error& error) {
    Refusal refusal = refused(false, verdict.reason);
    refusal.message += is_never(call, verdict.answer)
                           ? " That \"always\" could not be recorded, so the tool will be asked "
                             "about again: "
                           : " That could not be recorded, so the approval " + call.approval->id +
                                 " may still be answered otherwise: ";
    refusal.message += error.message;
    return refusal;
}

Verdict verdict_of(const CallState& call, const PromptReply& reply) {
    return {reply.answer,       reply.approver,
            reply.shown_digest, scrub_text(fit_reason(reply.reason), call.redaction.texts),
            reply.scope,        reply.answer == Answer::allow_once ? reply.further : std::nullopt,
            reply.inputs,       call.keys_digest};
}

void answer_not_recorded(CallState& call, const Error& error) {
    if (error.code == Errc::conflict) {
        settle_without_answer(call, "The answer came too late.");
    } else if (error.code == Errc::invalid_argument) {
        leave_to_others(call, error.message);
    } else {
        call.prompt_refusal =
            Refusal{std::string(code::ledger_unavailable),
                    "The answer cannot be recorded, so nothing was run: " + error.message};
    }
}

void settle_edit(CallState& call, const PromptReply& reply) {
    if (const auto why = why_not_edit(call); !why.empty())
        return leave_to_others(call, why.english());
    Edit edit{reply.arguments, call.random.id_at(call.now)};
    const auto recorded =
        record_edit(*call.engine, *call.approval, verdict_of(call, reply),
                    "The arguments were changed; the call " + edit.call_id + " follows.", call.now);
    if (!recorded) return answer_not_recorded(call, recorded.error());
    call.approval.reset();
    call.edit = std::move(edit);
}

void settle_answer(CallState& call, const PromptReply& reply) {
    const Verdict verdict = verdict_of(call, reply);
    const bool is_deny = reply.answer == Answer::deny_once || reply.answer == Answer::deny_always;
    auto answered =
        record_verdict(*call.engine, *call.approval, call.tool.contract, verdict, call.now);
    if (answered && is_deny) {
        call.prompt_refusal = refused(false, verdict.reason);
    } else if (answered) {
        keep_inputs(call, reply.inputs);
        call.approval = *std::move(answered);
    } else if (is_deny) {
        const auto insisted = insist_on_refusal(call, verdict);
        call.prompt_refusal = insisted ? refused(false, verdict.reason)
                                       : refused_without_record(call, verdict, insisted.error());
    } else {
        answer_not_recorded(call, answered.error());
    }
}

/// The contract must be the one that was shown, and the value must still be valid under it.
bool is_unchanged(CallState& call) {
    const FoundTool today =
        HandlerAccess::find(call.engine->parts.registry.snapshot(), call.call.tool);
    if (!today || today.contract->digests.consent != call.tool.contract->digests.consent) {
        return false;
    }
    if (call.undo) return true;
    Prepared again;
    const Ran ran = run_guarded([&] {
        again = today.handler->prepare(call.call.arguments);
        return Reply::done();
    });
    return ran.reply.success && again && *again == call.call.arguments;
}

void settle_reply(CallState& call, const PromptReply& reply) {
    call.now = call.engine->clock.now();
    if (is_never(call, reply.answer) && reply.approval_id == call.approval->id) {
        // It is about the tool, so neither the end of the question nor a change of the tool makes it void.
        settle_answer(call, reply);
    } else if (!is_unchanged(call)) {
        const std::string why = "The tool changed while the question was open.";
        close(call, ApprovalState::withdrawn, why);
        call.prompt_refusal = Refusal{std::string(code::stale_approval),
                                      why + " Nothing was run; propose the call anew."};
    } else if (reply.answer == Answer::none) {
        settle_without_answer(call, "The question was closed without an answer.");
    } else if (reply.approval_id != call.approval->id) {
        settle_without_answer(call, "The reply was for another question.");
    } else if (is_over(call)) {
        settle_without_answer(call, "The question has expired.");
    } else if (reply.answer == Answer::edit) {
        settle_edit(call, reply);
    } else if (const std::string why = why_not_always(call).english();
               reply.answer == Answer::allow_always && !why.empty()) {
        settle_without_answer(call, "\"Allow always\" is not possible here: " + why);
    } else if (const std::string no = why_not_further(call).english();
               reply.further && !no.empty()) {
        settle_without_answer(call, "Further calls cannot be allowed here: " + no);
    } else {
        settle_answer(call, reply);
    }
}

}  // namespace

Refusal not_asked() noexcept {
    // Both texts are short enough to need no memory.
    return Refusal{std::string(code::no_decision), "Out of memory."};
}

void settle(CallState& call, const PromptReply& reply) {
    try {
        if (call.engine->settings.questions_per_session_max) {
            call.engine->questions.end(call.call.subject, reply.answer);
        }
        settle_reply(call, reply);
    } catch (...) {
        call.prompt_refusal = not_asked();
    }
}

bool settled_while_waiting(CallState& call) {
    call.now = call.engine->clock.now();
    if (call.options.stop.stop_requested()) {
        settle_without_answer(call, "The call was cancelled.");
        return true;
    }
    if (settled_elsewhere(call)) return true;
    // A grant that was spent meanwhile moved no epoch.
    call.reread = true;
    // decide_now also sets the decision that the question shows.
    if (auto refusal = decide_now(call)) {
        close(call, ApprovalState::withdrawn, refusal->message);
        call.prompt_refusal = *std::move(refusal);
        return true;
    }
    if (call.decision().effect != Policy::allow || !call.asked.empty()) {
        if (!is_over(call)) return false;
        settle_without_answer(call, "The question has expired.");
        return true;
    }
    end_unneeded(call, "It is allowed by now: " + call.decision().reason.english());
    return true;
}

}  // namespace iam::gate
