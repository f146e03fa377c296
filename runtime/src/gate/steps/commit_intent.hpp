// Step 8: one store commit makes the intent durable and consumes the consent. Before it nothing has
// an effect.
#pragma once

#include "gate/ends/attempt.hpp"
#include "gate/engine/active_calls.hpp"
#include "gate/functions/stops.hpp"
#include "gate/state/call_state.hpp"

namespace iam::gate {

/// Takes a stop token first, and a place among `workers` for a tool with a time limit. The id of an
/// undo, or of a reconcilable call, is claimed in `active`. Conflict: the store was changed after
/// the decision. Refused: the call was stopped, no thread is free, a pinned file has changed, or
/// the store failed. Answered: the call repeats another one.
Stop commit_intent(CallState& call, ActiveCalls& active, Stops& stops, Workers& workers);

}  // namespace iam::gate
