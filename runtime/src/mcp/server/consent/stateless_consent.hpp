// Asks clients without a session about open questions: the request is answered with the question,
// and a later one brings the client's words with the requestState. Nothing is kept meanwhile, so
// nothing is lost if the client never comes back.
#pragma once

#include "mcp/server/calls/active_call.hpp"

#include <tl/expected.hpp>

#include <optional>
#include <string>

namespace iam::mcp {

/// The result of a call with a question for its client. Nothing: there is no way to ask the client,
/// or it has brought back its words about this question.
std::optional<std::string> question_about(const ActiveCall& call, const std::string& approval);

/// The client's words, if the request has the state of a question. Errors: the state is of another
/// principal or request, or has expired.
std::optional<tl::expected<ReturnedConsent, rpc::ErrorObject>> returned_consent(
    const SessionCore& session, const rpc::Request& request, const Caller& caller);

/// Takes up the question: true if the call goes on with its approval. Otherwise the question has
/// ended, and the state is refused.
bool takes_up(ActiveCall& call);

}  // namespace iam::mcp
