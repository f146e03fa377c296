// Reads the public keys of an issuer (JWK sets, RFC 7517, 7518, 8037) and checks signatures.
#pragma once

#include "mcp/server/authorization/jws.hpp"
#include <iam/core/result.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct evp_pkey_st;  // EVP_PKEY of OpenSSL

namespace iam::mcp {

/// A key and the one algorithm allowed by its type.
struct TokenKey {
    std::optional<std::string> id{};
    TokenAlgorithm algorithm = TokenAlgorithm::rs256;
    std::shared_ptr<evp_pkey_st> key{};
};
using TokenKeys = std::vector<TokenKey>;

/// The usable keys of a JWK set: RSA of 2048 to 8192 bits, P-256 and Ed25519. Other keys, and keys
/// for another use (RFC 7517 §5), are left out. Error: invalid_argument (no JWK set, or no usable
/// key).
Result<TokenKeys> read_token_keys(std::string_view json);

/// The keys with a token's `kid` and algorithm. Without a `kid` the issuer must have one key for
/// the algorithm only.
std::vector<const TokenKey*> keys_for(const TokenKeys& keys, const Jws& jws);

bool is_signed_with(const TokenKey& key, const Jws& jws);

}  // namespace iam::mcp
