// Chooses how the client of a call is asked about an open question, and writes the request.
#pragma once

#include "mcp/server/calls/active_call.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The request to open the page on which a person answers. Its answer is no consent.
struct ConsentRequest {
    std::string url{};
    std::string message{};
};

/// Nothing: the client is not asked, and a person answers elsewhere.
std::optional<ConsentRequest> consent_request(const ActiveCall& call, const std::string& approval);

/// The parameters of elicitation/create. `elicitation` is empty in revisions without it.
std::string elicitation_params(const ConsentRequest& request, std::string_view elicitation = {});

/// The action of a client's answer, the JSON text of an object.
ReturnedConsent::Action action_in(std::string_view answer);

}  // namespace iam::mcp
