// The end of a call that is not run.
#pragma once

#include "gate/ends/attempt.hpp"
#include "gate/state/call_state.hpp"

#include <optional>
#include <string>

namespace iam::gate {

/// Refuses, restarts or answers the call, as the attempt says. Does nothing if the call goes on.
void end(const CallPointer& call, Attempt attempt);
/// Why an attempt ended, as a sentence for a person; empty if it did not end the call.
std::string why_ended(const Attempt& attempt);

/// Records the refusal, in one terminal entry or in a count, and answers.
void refuse(CallState& call, Refusal refusal);
/// Answers before the function was called, where memory ran out or the host's code threw.
void give_up(CallState& call) noexcept;

/// The entry of the refusal, or of the first one like it. Nothing: it could not be recorded.
std::optional<ledger::EntryId> record_refusal(CallState& call, const Refusal& refusal);

}  // namespace iam::gate
