// What a question has come to.
#pragma once

#include "gate/state/call_state.hpp"
#include <iam/consent/prompter.hpp>

namespace iam::gate {

/// What becomes of a call whose question cannot be put or answered for want of memory. Needs none.
Refusal not_asked() noexcept;

/// Takes a reply to the open question of `call`: afterwards call.approval is given, or
/// call.prompt_refusal says why not.
void settle(CallState& call, const consent::PromptReply& reply);

/// Looks again when the turn comes after a wait: true if nobody needs to be asked any more (then as
/// after settle(), or the call is allowed by now).
bool settled_while_waiting(CallState& call);

}  // namespace iam::gate
