// Chooses how the client of a call is asked about an open question, and writes the request.
#pragma once

#include "mcp/server/calls/active_call.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The request to open the page for a person's answer, or to show a form.
struct ConsentRequest {
    std::string message{};
    std::string url{};     ///< empty: it is a form
    std::string schema{};  ///< of the form
    std::string form{};    ///< as RequestState::form
};

/// Nothing: the client is not asked, and a person answers elsewhere.
std::optional<ConsentRequest> consent_request(const ActiveCall& call, const std::string& approval);

/// True if a person has decided to believe this client's word about its own person.
bool may_fill_forms(const ActiveCall& call);

/// The parameters of elicitation/create. `elicitation` is empty for forms, and in revisions without
/// it.
std::string elicitation_params(const ConsentRequest& request, std::string_view elicitation = {});

/// A client's answer, the JSON text of an object.
ClientWords client_words(std::string_view answer);

/// A longer question is not put into a form.
inline constexpr std::size_t k_form_bytes_max = std::size_t{64} << 10U;

}  // namespace iam::mcp
