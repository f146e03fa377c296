// The answer of a call, on its way to the caller.
#pragma once

#include "gate/steps/run_function.hpp"

#include <string_view>

namespace iam::gate {

/// Gives the caller its reply, once. The call's id is no longer under way then.
void answer(CallState& call, ToolResult&& result);
/// The same where memory ran out or the host's code threw. A code of up to 15 bytes needs no
/// memory.
void answer_in_need(CallState& call, std::string_view code, std::string_view why) noexcept;

/// The end of a call after its function was called: answers, or asks a person for the function's
/// input if that is possible at once. Does nothing after a late outcome.
void answer_or_ask(const CallPointer& call, ReplyDuty::Holder& duty, const Outcome& outcome,
                   ToolResult&& reply);

}  // namespace iam::gate
