#include "mcp/client/authorization/pkce.hpp"

#include <iam/core/base64.hpp>
#include <iam/core/digest.hpp>

#include <string.h>

#include <array>
#include <cstdint>
#include <span>

namespace iam::mcp {

std::string make_oauth_state(Entropy& entropy) {
    std::array<std::uint8_t, 32> bytes{};
    entropy.fill(bytes);
    std::string text = to_base64(std::as_bytes(std::span(bytes)), Base64::url);
    ::explicit_bzero(bytes.data(), bytes.size());
    return text;
}

std::string s256_of(std::string_view verifier) {
    HashState hash;
    hash.update({reinterpret_cast<const std::uint8_t*>(verifier.data()), verifier.size()});
    const Digest digest = hash.finish();
    return to_base64(std::as_bytes(std::span(digest.bytes)), Base64::url);
}

Pkce make_pkce(Entropy& entropy) {
    Pkce pkce{.verifier = make_oauth_state(entropy)};
    pkce.challenge = s256_of(pkce.verifier);
    return pkce;
}

}  // namespace iam::mcp
