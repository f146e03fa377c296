// Step 7: interceptors may veto the call, or change its arguments.
#pragma once

#include "gate/ends/attempt.hpp"
#include "gate/state/call_state.hpp"

namespace iam::gate {

/// Asked once per decision: a repeated commit must not count twice.
Stop ask_for_vetoes(CallState& call);

}  // namespace iam::gate
