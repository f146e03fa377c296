// Proof Key for Code Exchange (RFC 7636), and the state of an authorization request.
#pragma once

#include <iam/core/entropy.hpp>

#include <string>
#include <string_view>

namespace iam::mcp {

struct Pkce {
    std::string verifier{};   ///< 43 letters of base64url: 256 random bits
    std::string challenge{};  ///< S256 of it
};

Pkce make_pkce(Entropy& entropy);
/// RFC 7636 §4.2.
std::string s256_of(std::string_view verifier);
/// 256 random bits as 43 letters of base64url.
std::string make_oauth_state(Entropy& entropy);

}  // namespace iam::mcp
