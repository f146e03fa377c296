// Step 2: denies a call if no arguments could allow it. They are not read then.
#pragma once

#include "gate/state/call_state.hpp"

#include <optional>

namespace iam::gate {

/// policy_denied; quota_exceeded if the session has recorded its quota. If an interceptor may still
/// lift the deny, it is kept as Standing::outright and the call goes on.
std::optional<Refusal> deny_outright(CallState& call);

}  // namespace iam::gate
