// Changed arguments are proposed as a new call: no decision about the first value holds for the
// second.
#include "gate/ends/restart.hpp"

#include "gate/ends/end.hpp"
#include "gate/functions/replies.hpp"
#include "gate/questions/approvals.hpp"
#include "gate/run_steps.hpp"
#include "gate/state/call_id.hpp"

#include <utility>

namespace iam::gate {
namespace {

std::string named(const std::string& interceptor) {
    return "The interceptor " + interceptor;
}

Refusal not_changed(const std::string& interceptor, const std::string& why) {
    return Refusal(code::interceptor_failed,
                   named(interceptor) + " changed the arguments, " + why + "; nothing was run.");
}

/// True also if the text differs and the value does not. A hook that sorts members need not know
/// our form.
bool is_same_value(const CallState& call, const std::string& arguments) {
    if (arguments.size() > call.basis.settings.arguments_bytes_max) return false;
    Prepared prepared;
    const Ran ran = run_guarded([&] {
        prepared = call.tool.handler->prepare(arguments);
        return Reply::done();
    });
    return ran.reply.success && prepared && *prepared == call.proposal.call.arguments;
}

/// A repetition of the host's id gets the same next id, so the record finds the call that ran.
std::string id_of_next(CallState& call) {
    if (call.proposal.id_source != IdSource::host)
        return new_call_id(call.basis.entropy, call.standing.now);
    Hasher hasher(domain_tag("iam/changed/1"), call.basis.parts.store.key());
    constexpr std::size_t k_characters = 32;  // As long as a random id.
    return to_hex(hasher.update_framed(call.proposal.call.id).finish().bytes)
        .substr(0, k_characters);
}

/// The first value is no longer proposed. An open question is closed by the code that asked it.
void withdraw_approval(CallState& call, const std::string& why) {
    if (!call.question.approval || call.question.approval->state == consent::ApprovalState::pending)
        return;
    const consent::Approval approval = *std::exchange(call.question.approval, std::nullopt);
    if (approval.state != consent::ApprovalState::given) return;
    static_cast<void>(close_question(call.writer, approval, consent::ApprovalState::withdrawn, why,
                                     call.standing.now));
}

}  // namespace

Refusal replaced(const Edit& edit) {
    Refusal refusal(code::no_decision);
    refusal.message = (edit.interceptor.empty() ? "A person" : named(edit.interceptor)) +
                      " changed the arguments: the call " + edit.call_id +
                      " was made in place of this one.";
    if (!edit.interceptor.empty()) {
        refusal.decision = consent::Decision{.effect = Policy::deny,
                                             .source = consent::Source::interceptor,
                                             .source_id = edit.interceptor,
                                             .reason = refusal.message};
    }
    return refusal;
}

Stop change_arguments(CallState& call, std::string arguments, std::string interceptor) {
    const Proposal& proposal = call.proposal;
    if (proposal.undo)
        return Refused{not_changed(interceptor, "but an undo takes those that were recorded")};
    if (call.question.passes > 0 || proposal.id_source == IdSource::resumed) {
        return Refused{not_changed(interceptor, "but the function has begun with the first ones")};
    }
    if (is_same_value(call, arguments)) return std::nullopt;
    if (proposal.rewrites >= k_argument_changes_max) {
        return Refused{not_changed(interceptor, "as was done " +
                                                    std::to_string(k_argument_changes_max) +
                                                    " times before, which is all that may be")};
    }
    Edit edit{std::move(arguments), id_of_next(call), std::move(interceptor)};
    withdraw_approval(call, replaced(edit).message);
    return Restarted{std::move(edit)};
}

Edit edit_by_person(CallState& call, std::string arguments) {
    return {std::move(arguments), new_call_id(call.basis.entropy, call.standing.now), {}};
}

void restart(const CallPointer& call, Edit edit) {
    try {
        const Proposal& before = call->proposal;
        const bool by_person = edit.interceptor.empty();
        const Refusal why = replaced(edit);
        Call next = before.call;
        next.id = std::move(edit.call_id);
        next.arguments = std::move(edit.arguments);
        CallOptions options;
        options.stop = before.options.stop;
        options.on_progress = before.options.on_progress;
        options.ask_client = before.options.ask_client;
        options.on_log = before.options.on_log;
        options.takes_open_question = before.options.takes_open_question;
        // A person may have been asked about the value that the hook makes.
        if (!by_person) options.approval = before.options.approval;
        const CallPointer state =
            make_call(call->engine, std::move(next), std::move(options), nullptr);
        if (by_person || before.id_source != IdSource::host)
            state->proposal.id_source = IdSource::made;
        state->proposal.edits = before.edits + (by_person ? 1 : 0);
        state->proposal.rewrites = by_person ? 0 : before.rewrites + 1;
        state->caller.mailbox = call->caller.mailbox;
        state->caller.replaces = call;
        state->caller.replaced_because = why.message;
        static_cast<void>(record_refusal(*call, why));
        go_on(state, Reading::current);
    } catch (...) {
        give_up(*call);
    }
}

}  // namespace iam::gate
