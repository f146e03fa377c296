// Step 4: the decision about the value, by the current records and by interceptors.
#pragma once

#include "gate/ends/attempt.hpp"
#include "gate/state/call_state.hpp"

namespace iam::gate {

/// How the standing is read.
enum class Reading {
    as_read,  ///< step 2 has just read it, and no other code has run since
    current,  ///< read again if its epochs have moved
    anew,     ///< read again in any case: a spent grant moves no epoch
};

/// Reads the current standing.
std::optional<Refusal> read_standing(CallState& call, Reading reading);

/// The facts of the decision. They refer to the call.
consent::Facts facts_of(const CallState& call);
/// The value under earlier contracts, for decisions about consent given then. Needs the standing
/// and the value.
void read_earlier_arguments(CallState& call);
/// Adds a remark about the changed tool to the reason of a question.
void tell_changes(consent::Decision& decision);

/// Makes this the call's decision, without secrets and with a note about unreadable rules. Needs
/// the standing.
void take_decision(CallState& call, consent::Decision&& decision);

/// policy_denied, or the refusal of an undo not possible now. Restarted: a hook changed the
/// arguments. The store's epochs may lag, and only a commit notices. So no call is denied by a
/// standing that was not read just now.
Stop decide(CallState& call, Reading reading);

}  // namespace iam::gate
