// Arguments that a hook or a person changed: the call ends, and another call takes its place.
#pragma once

#include "gate/state/call_state.hpp"

#include <optional>
#include <string>

namespace iam::gate {

/// How a call ends in whose place another one was made (CallState::edit).
Refusal replaced(const CallState& call);

/// What becomes of the arguments that an interceptor wants instead. Nothing: they are the same value, and the call goes on. A refusal ends
/// the call; start_edited() comes then, where CallState::edit says so.
std::optional<Refusal> change_arguments(CallState& call, std::string arguments,
                                        std::string interceptor);

}  // namespace iam::gate
