// Reads the call that an undo by a recipe makes.
#pragma once

#include "gate/state/call_state.hpp"

#include <optional>

namespace iam::gate {

/// Of an undo, by the text that the undone call kept. Nothing: the tool has no recipe, or the text
/// is none of one.
std::optional<UndoCall> recipe_call_of(const CallState& undo);

}  // namespace iam::gate
