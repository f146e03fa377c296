// Checks the claims of a token: audience, issuer, subject and times (RFC 7519, RFC 9068).
#pragma once

#include "mcp/server/authorization/reason.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

struct TokenRules {
    std::string issuer{};
    std::string audience{};
    std::chrono::seconds leeway{60};
};

struct Claims {
    std::string subject{};
    std::vector<std::string> scopes{};
};

using WallTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// Checks the payload of a token. `iss`, `aud`, `exp` and `sub` must be there.
Checked<Claims> check_claims(std::string_view payload, const TokenRules& rules, WallTime now);

/// Checks the answer to a question about a token (RFC 7662 §2.2). `active`, `aud` and `sub` must be
/// there; the issuer has checked the rest. If the answer has `iss` or times, they must fit, too.
Checked<Claims> check_introspected(std::string_view answer, const TokenRules& rules, WallTime now);

/// The words of a text with blanks between them.
std::vector<std::string> words_in(std::string_view text);

}  // namespace iam::mcp
