// Reads the challenge of a server that refuses a request: WWW-Authenticate (RFC 9110 §11.6.1).
#pragma once

#include "mcp/client/authorization/values/scopes.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The challenge of the scheme Bearer (RFC 6750 §3, RFC 9728 §5.1).
struct BearerChallenge {
    std::string error{};              ///< "invalid_token", "insufficient_scope"; may be empty
    Scopes scopes{};                  ///< empty if there are none, or if one of them is no scope
    std::string resource_metadata{};  ///< a URL as the server wrote it; may be empty
};

inline constexpr std::size_t k_challenge_bytes_max = std::size_t{8} << 10U;
inline constexpr std::size_t k_challenge_parameters_max = 64;

/// Reads the first Bearer challenge among all challenges of a field. Nothing if there is none, if
/// the field breaks the grammar, if the challenge has a parameter twice, or beyond the limits: the
/// caller goes on as if the server had said nothing.
std::optional<BearerChallenge> read_bearer_challenge(std::string_view field);

}  // namespace iam::mcp
