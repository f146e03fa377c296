// The token in the head of a request, and the responses asking for one (RFC 6750, RFC 9728).
#pragma once

#include <iam/core/result.hpp>
#include <iam/net/http_message.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// The field Authorization of a request.
struct Bearer {
    enum class Kind { none, malformed, token };
    Kind kind = Kind::none;
    std::string token{};
};
/// None if there is no field of the scheme Bearer. Malformed if there are several fields, or if the
/// text is no token of RFC 6750 §2.1.
Bearer bearer_in(const net::Fields& fields);

/// The parts of a URL by which clients know the server.
struct ResourceUrl {
    std::string origin{};  ///< "https://desk.example:8443"
    std::string path{};    ///< "/mcp", or empty
};
/// Reads an http or https URL without user, query and fragment. Error: invalid_argument.
Result<ResourceUrl> read_resource(std::string_view url);

/// The contents of the server's challenges.
struct Challenge {
    std::string metadata_url{};  ///< empty: there is none
    std::vector<std::string> scopes{};
};
struct ChallengeError {
    std::string_view code{};    ///< of RFC 6750 §3.1; empty: no token came
    std::string_view reason{};  ///< a literal
};
/// 400, 401 or 403 with WWW-Authenticate.
net::Response challenge(unsigned status, const Challenge& with, const ChallengeError& error);

/// The names of the tools called by a message or a batch.
std::vector<std::string> called_tools(std::string_view message);

}  // namespace iam::mcp
