// The answer goes to the caller of the first call, also if other calls took its place.
#include "gate/ends/answer.hpp"

#include "gate/functions/replies.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/questions/prompts.hpp"

#include <new>
#include <utility>

namespace iam::gate {
namespace {

void complete(CallState& call, ToolResult&& result) {
    // The record is complete by now, so a repetition is answered from it.
    Caller* caller = &call.caller;
    caller->claim.reset();
    while (caller->replaces) {
        caller = &caller->replaces->caller;
        caller->claim.reset();
    }
    if (caller->own_mailbox) return caller->own_mailbox->answer(std::move(result));
    const auto completion = std::exchange(caller->completion, nullptr);
    // An exception of the host's own function has nowhere to go.
    static_cast<void>(run_hook([&] {
        if (completion) completion(std::move(result));
    }));
}

}  // namespace

void answer(CallState& call, ToolResult&& result) {
    if (result.call_id.empty()) result.call_id = call.proposal.call.id;
    if (call.caller.replaces) {
        const std::string& said = call.caller.replaced_because;
        result.message = result.message.empty() ? said : said + " " + result.message;
    }
    complete(call, std::move(result));
}

void answer_or_ask(const CallPointer& call, ReplyDuty::Holder& duty, const Outcome& outcome,
                   ToolResult&& reply) {
    if (outcome.is_late) return;
    if (outcome.waits && can_ask_at_once(*call)) {
        // From here on the thread continuing the call answers it.
        duty.give_back();
        if (ask(call) == Asked::asking) return;
        static_cast<void>(duty.take());
    }
    // No other code needs the id any more, unless the call could have been overdue or has replaced
    // another one.
    const bool is_last_use =
        !outcome.waits && !call->tool.contract->timeout && !call->caller.replaces;
    if (is_last_use) reply.call_id = std::move(call->proposal.call.id);
    answer(*call, std::move(reply));
}

void answer_in_need(CallState& call, std::string_view code, std::string_view why) noexcept {
    ToolResult result;
    try {
        result.code = code;
        result.call_id = call.proposal.call.id;
        result.message = why;
    } catch (const std::bad_alloc&) {
        // The parts set so far must do.
    }
    complete(call, std::move(result));
}

}  // namespace iam::gate
