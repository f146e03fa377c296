// Step 10: the outcome is durable: the function's own result, and the data for an undo.
#pragma once

#include "gate/steps/run_function.hpp"

namespace iam::gate {

/// Tried again where the store fails. If the function waits for input, its question is recorded in
/// the same commit; `outcome.waits` is false after an error.
Result<ledger::Receipt> record_outcome(CallState& call, Outcome& outcome);

}  // namespace iam::gate
