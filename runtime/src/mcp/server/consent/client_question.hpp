// A question of the record that a client is asked to have answered: what is asked, and what stays
// known of it at the call.
#pragma once

#include <iam/rpc/message.hpp>

#include <optional>
#include <string>

namespace iam::mcp {

/// The question to the client of a session.
struct SessionQuestion {
    std::string elicitation{};         ///< its elicitationId
    std::optional<rpc::Id> request{};  ///< elicitation/create
};

/// The words of a client without a session about a question.
struct ReturnedConsent {
    /// nothing: the client brings no answer, so it is asked again
    enum class Action { nothing, accept, decline, cancel };
    std::string approval{};
    Action action = Action::nothing;
};

}  // namespace iam::mcp
