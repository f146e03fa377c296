// The special parts of an undo and a redo: the value comes from the record.
#pragma once

#include "gate/state/call_state.hpp"

#include <optional>

namespace iam::gate {

/// A call by the subject and proposer of the request. Takes both from it.
Call call_for(UndoRequest& request);

/// Reads the call behind an entry, and whether it can be undone, into `call`. Decides and starts
/// nothing.
std::optional<Refusal> read_undo(CallState& call, const ledger::EntryId& entry);

/// Starts the undo prepared by read_undo().
void start_undo(const CallPointer& call, const UndoRequest& request);
/// Starts the undone call again, with its recorded arguments.
void start_redo(const CallPointer& call, const ledger::EntryId& entry);

/// Refuses an undo already done, under way, or too late. Asked before each attempt.
std::optional<Refusal> check_undo_state(const CallState& call);
/// Refuses the undo (undo_depends) while later calls depend on the undone one.
std::optional<Refusal> check_later(CallState& call);

}  // namespace iam::gate
