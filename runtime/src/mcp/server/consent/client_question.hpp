// A recorded question put to a client: the part kept at the call, and the client's words about it.
#pragma once

#include <iam/rpc/message.hpp>
#include <iam/tool/input.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::mcp {

/// The question to the client of a session.
struct SessionQuestion {
    std::string elicitation{};         ///< its elicitationId; empty: it is a form
    std::optional<rpc::Id> request{};  ///< elicitation/create
};

/// The words of a client about a question.
struct ClientWords {
    /// nothing: no valid words
    enum class Action { nothing, accept, decline, cancel };
    Action action = Action::nothing;
    std::string content{};  ///< with `accept`, the JSON text of an object; may be empty
};

/// The words brought back by a client without a session.
struct ReturnedConsent {
    std::string approval{};
    std::string form{};  ///< as RequestState::form
    ClientWords words{};
};

}  // namespace iam::mcp
