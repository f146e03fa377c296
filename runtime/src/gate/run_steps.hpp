// The order of one call.
#pragma once

#include "gate/ends/attempt.hpp"
#include "gate/state/call_state.hpp"
#include "gate/steps/decide.hpp"

namespace iam::gate {

/// The twelve steps, in order. If its value is known, a call begins at step 4: an undo, another
/// attempt after a conflict, and a call after the answer to its question.
Attempt run_steps(const CallPointer& call, Reading reading);

/// Runs the steps until the call is committed, ends, or waits for a person. `reading`: of the first
/// attempt, if the value is known.
void go_on(const CallPointer& call, Reading reading);

}  // namespace iam::gate
