// Step 1: looks up the called tool. Texts from outside are bounded first.
#pragma once

#include "gate/state/call_state.hpp"

#include <optional>

namespace iam::gate {

/// Refuses too long texts and invalid UTF-8, of calls and of undos. Cuts refused texts,
/// since the refusal is recorded.
std::optional<Refusal> check_limits(CallState& call);

/// tool_not_found if there is no tool of this name.
std::optional<Refusal> look_up_tool(CallState& call);

}  // namespace iam::gate
