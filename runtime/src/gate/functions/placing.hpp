// Where step 9 takes place, if the host says so.
#pragma once

#include "gate/functions/replies.hpp"
#include "gate/state/call_state.hpp"

#include <functional>

namespace iam::gate {

struct Placed {
    Ran ran{};
    bool called = false;  ///< True if the function was called.
};

/// Runs `function` where Parts::place puts it, and waits for it. A stop ends the wait for a turn or
/// a thread.
Placed run_in_place(const CallState& call, const std::function<Reply()>& function);

}  // namespace iam::gate
