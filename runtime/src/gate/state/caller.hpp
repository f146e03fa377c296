// The receiver of a call's answer: made when a call enters the Runtime.
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
    Mailbox* mailbox = nullptr;  ///< of a thread waiting in Runtime::call()
    /// The call with the arguments before the change. Its caller gets the answer, after
    /// `replaced_because`.
    std::shared_ptr<CallState> replaces{};
    std::string replaced_because{};
    /// While it lives, no other call of this id starts here.
    std::optional<ActiveCalls::Claim> claim{};
};

}  // namespace iam::gate
