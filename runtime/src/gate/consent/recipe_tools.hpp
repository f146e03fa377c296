// Looks at the tools that a tool's recipe calls: none of them runs while it is denied.
#pragma once

#include "gate/state/call_state.hpp"

#include <optional>

namespace iam::gate {

/// The denial of a tool among Contract::also_calls, if it holds for all arguments. The reason names
/// this tool. The called tool itself is skipped. Needs Standing::now. Error: the
/// store cannot be read.
Result<std::optional<consent::Decision>> denial_of_recipe(const CallState& call);

/// The same as a refusal: policy_denied, or ledger_unavailable.
std::optional<Refusal> check_recipe_tools(const CallState& call);

/// For a preview that is looked at alone: a denial of the called tool counts as well. Nothing if
/// the tool has no recipe.
std::optional<Refusal> check_recipe_preview(const CallState& call);

}  // namespace iam::gate
