// Calls with an id chosen by the host: a repetition is answered from the record and never run
// again.
#pragma once

#include "gate/ends/attempt.hpp"
#include "gate/engine/active_calls.hpp"
#include "gate/state/call_state.hpp"

namespace iam::gate {

/// A call takes its old id if it goes on after an input request. For another call with the host's
/// id, claims the id and looks into the record. Answered: it is a repetition. Refused: the id
/// belongs to another value.
Stop recognise_repetition(CallState& call, ActiveCalls& active);

/// The same look, after another Runtime on the same store may have begun a call of this id.
Stop answer_from_record(const CallState& call);

/// False if the function has asked for input before: the record knows the id then, and the call
/// goes on.
bool is_first_pass(const CallState& call);

}  // namespace iam::gate
