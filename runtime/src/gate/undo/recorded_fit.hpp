// Whether the values of a recorded call fit the tool's contract of today.
#pragma once

#include "gate/state/call_state.hpp"
#include <iam/ledger/entry.hpp>

#include <optional>

namespace iam::gate {

/// Returns nothing if today's undo function can take the recorded arguments: the contract is the
/// same, or the arguments are whole under the new one and the units are equal. Otherwise
/// undo_incompatible. The glue compares the recorded result with today's type. `call` has the tool
/// and the recorded arguments; `intent` is their entry.
std::optional<Refusal> check_recorded_fit(const CallState& call, const ledger::Entry& intent);

}  // namespace iam::gate
