// Step 9 where the host says where it takes place.
#pragma once

#include "call_state.hpp"
#include "replies.hpp"

#include <functional>

namespace iam::gate {

struct Placed {
    Ran ran{};
    bool called = false;  ///< the function was
};

/// Runs `function` where Parts::place has it run, and waits for it; a stop ends the wait for a turn or a thread.
Placed run_in_place(const CallState& call, const std::function<Reply()>& function);

}  // namespace iam::gate
