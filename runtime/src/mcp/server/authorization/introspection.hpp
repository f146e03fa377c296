// Asks an issuer whether a token holds (RFC 7662).
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/authorization.hpp>

#include <string>
#include <string_view>

namespace iam::mcp {

/// The question about a token.
Fetch introspection_of(const Introspection& issuer, std::string_view token);

/// The body of the answer. Error: unavailable, if it is no answer of RFC 7662 §2.2.
Result<std::string> answer_of_introspection(Result<net::Response> response);

}  // namespace iam::mcp
