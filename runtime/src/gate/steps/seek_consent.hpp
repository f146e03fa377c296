// Step 6: consent to exactly this call.
#pragma once

#include "gate/ends/attempt.hpp"
#include "gate/state/call_state.hpp"

namespace iam::gate {

/// Takes earlier consent: by a policy, a grant, a permission, an approval, the host's word, or a
/// person's own undo. Refused: the approval does not fit, or there is no room for another question.
std::optional<Refusal> take_consent(CallState& call);

/// True if a person must be asked: take_consent() found no consent.
bool needs_person(const CallState& call);

/// Records the question and shows it. Asking: the call goes on after the answer. Refused: the
/// question stays open, for other programs to answer.
Stop ask_person(const CallPointer& call);

}  // namespace iam::gate
