// Arguments that a hook or a person changed: the call ends, and another call takes its place.
#pragma once

#include "gate/ends/attempt.hpp"
#include "gate/state/call_state.hpp"

#include <string>

namespace iam::gate {

/// The refusal of a replaced call.
Refusal replaced(const Edit& edit);

/// Takes an interceptor's other arguments. Nothing: they are the same value, and the call goes on.
/// Refused: they may not be changed here. Restarted otherwise.
Stop change_arguments(CallState& call, std::string arguments, std::string interceptor);

/// The edit of a person, as the answer to a question.
Edit edit_by_person(CallState& call, std::string arguments);

/// Records the end of the call and starts the one with the other arguments.
void restart(const CallPointer& call, Edit edit);

}  // namespace iam::gate
