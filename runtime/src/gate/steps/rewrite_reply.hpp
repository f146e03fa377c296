// Step 11: interceptors may rewrite the reply. The record is written, so only the reply changes.
#pragma once

#include "gate/steps/run_function.hpp"
#include <iam/core/result.hpp>

namespace iam::gate {

/// The reply to a durable outcome, as the hooks rewrite it. interceptor_failed if one of them
/// throws or breaks the rules.
ToolResult rewrite(const CallState& call, ToolResult reply);

/// The reply to an outcome, before any hook. outcome_unknown if it could not be recorded.
ToolResult reply_of(const CallState& call, Outcome& outcome,
                    const Result<ledger::Receipt>& recorded);

/// Makes the call's reply, with the parts of the outcome, and has it rewritten. Empty for a late
/// outcome. Hooks do not see the reply if the call waits for input, or if its outcome could not be
/// recorded (outcome_unknown).
ToolResult rewrite_reply(const CallState& call, Outcome& outcome,
                         const Result<ledger::Receipt>& recorded);

}  // namespace iam::gate
