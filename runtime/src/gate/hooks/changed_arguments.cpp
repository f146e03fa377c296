// Changed arguments are proposed as a new call: no decision about the first value holds for the
// second.
#include "gate/hooks/changed_arguments.hpp"

#include "gate/engine/engine.hpp"
#include "gate/questions/approvals.hpp"

#include <utility>

namespace iam::gate {
namespace {

std::string named(const std::string& interceptor) {
    return "The interceptor " + interceptor;
}

Refusal not_changed(const std::string& interceptor, const std::string& why) {
    return Refusal{std::string(code::interceptor_failed),
                   named(interceptor) + " changed the arguments, " + why + "; nothing was run."};
}

/// True also if the text differs and the value does not. A hook that sorts members need not know
/// our form.
bool is_same_value(const CallState& call, const std::string& arguments) {
    if (arguments.size() > call.engine->settings.arguments_bytes_max) return false;
    Prepared prepared;
    const Ran ran = run_guarded([&] {
        prepared = call.tool.handler->prepare(arguments);
        return Reply::done();
    });
    return ran.reply.success && prepared && *prepared == call.call.arguments;
}

/// A repetition of the host's id gets the same next id, so that the record finds the call that ran.
std::string id_of_next(CallState& call) {
    if (!call.id_from_host) return call.random.id_at(call.now);
    Hasher hasher(domain_tag("iam/changed/1"), call.engine->parts.store.key());
    constexpr std::size_t k_characters = 32;  // As long as a random id.
    return to_hex(hasher.update_framed(call.call.id).finish().bytes).substr(0, k_characters);
}

/// The first value is no longer proposed. An open question is closed by the code that asked it.
void withdraw_approval(CallState& call, const std::string& why) {
    if (!call.approval || call.approval->state == consent::ApprovalState::pending) return;
    const consent::Approval approval = *std::exchange(call.approval, std::nullopt);
    if (approval.state != consent::ApprovalState::given) return;
    static_cast<void>(
        close_question(*call.engine, approval, consent::ApprovalState::withdrawn, why, call.now));
}

}  // namespace

Refusal replaced(const CallState& call) {
    const Edit& edit = *call.edit;
    Refusal refusal{std::string(code::no_decision)};
    refusal.message = (edit.interceptor.empty() ? "A person" : named(edit.interceptor)) +
                      " changed the arguments: the call " + edit.call_id +
                      " was made in place of this one.";
    if (!edit.interceptor.empty()) {
        refusal.decision = consent::Decision{Policy::deny, consent::Source::interceptor,
                                             edit.interceptor, refusal.message};
    }
    return refusal;
}

std::optional<Refusal> change_arguments(CallState& call, std::string arguments,
                                        std::string interceptor) {
    if (call.undo) return not_changed(interceptor, "but an undo takes those that were recorded");
    if (call.passes > 0 || call.resumes) {
        return not_changed(interceptor, "but the function has begun with the first ones");
    }
    if (is_same_value(call, arguments)) return std::nullopt;
    if (call.rewrites >= k_argument_changes_max) {
        return not_changed(interceptor, "as was done " + std::to_string(k_argument_changes_max) +
                                            " times before, which is all that may be");
    }
    call.edit = Edit{std::move(arguments), id_of_next(call), std::move(interceptor)};
    Refusal refusal = replaced(call);
    withdraw_approval(call, refusal.message);
    return refusal;
}

}  // namespace iam::gate
