// Whether the values of a recorded call still fit a tool whose contract has changed since.
#pragma once

#include "call_state.hpp"
#include <iam/ledger/entry.hpp>

#include <optional>

namespace iam::gate {

/// Nothing if the undo function of today can take the recorded arguments: the contract has not
/// changed, or the arguments are whole under the new one and its units are the same. Otherwise
/// undo_incompatible. The glue holds the recorded result against the type of today by itself.
/// `call` has the tool and the recorded arguments; `intent` is their entry.
std::optional<Refusal> check_recorded_fit(const CallState& call, const ledger::Entry& intent);

}  // namespace iam::gate
