// Step 1: which tool is called. Texts from outside are bounded first.
#pragma once

#include "gate/state/call_state.hpp"

#include <optional>

namespace iam::gate {

/// Refuses texts that are too long or not UTF-8, of calls and of undos. Cuts refused texts, since
/// the refusal is recorded.
std::optional<Refusal> check_limits(CallState& call);

/// tool_not_found if there is no such tool.
std::optional<Refusal> look_up_tool(CallState& call);

}  // namespace iam::gate
