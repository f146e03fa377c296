// Refusals given by several steps.
#include "gate/state/refusal.hpp"

namespace iam::gate {

Refusal unavailable(const Error& error) {
    return Refusal(code::ledger_unavailable,
                   "The ledger cannot be used, so nothing was run: " + error.message);
}

Refusal denied(const consent::Decision& decision) {
    Refusal refusal(code::policy_denied, decision.reason.english());
    refusal.decision = decision;
    return refusal;
}

ToolResult as_result(Refusal refusal) {
    ToolResult result;
    result.code = std::move(refusal.code);
    result.message = std::move(refusal.message);
    result.errors = std::move(refusal.errors);
    return result;
}

}  // namespace iam::gate
