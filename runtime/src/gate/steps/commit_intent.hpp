// Step 8: one store commit makes the intent durable and consumes the consent. Before it nothing has
// an effect.
#pragma once

#include "gate/ends/attempt.hpp"
#include "gate/state/call_state.hpp"

namespace iam::gate {

/// Conflict: the store was changed after the decision. Refused: the call was stopped, no thread is
/// free, a pinned file has changed, or the store failed. Answered: the call repeats another one.
Stop commit_intent(CallState& call);

}  // namespace iam::gate
