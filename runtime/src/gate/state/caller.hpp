// The party that waits for a call's answer: made where a call enters the Runtime.
#pragma once

#include "gate/engine/active_calls.hpp"
#include "gate/engine/mailbox.hpp"
#include <iam/gate/runtime.hpp>

#include <memory>
#include <optional>
#include <string>

namespace iam::gate {

struct CallState;

struct Caller {
    Runtime::Completion completion{};
    std::optional<Mailbox> own_mailbox{};
    Mailbox* mailbox = nullptr;  ///< of a thread that waits in Runtime::call()
    /// The call whose arguments were changed. Its caller gets the answer, after `replaced_because`.
    std::shared_ptr<CallState> replaces{};
    std::string replaced_because{};
    /// While it lives, no other call of this id starts here.
    std::optional<ActiveCalls::Claim> claim{};
};

}  // namespace iam::gate
