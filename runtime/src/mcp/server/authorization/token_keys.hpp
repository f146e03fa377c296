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

/// A key and the one algorithm that its type allows.
struct TokenKey {
    std::optional<std::string> id{};
    TokenAlgorithm algorithm = TokenAlgorithm::rs256;
    std::shared_ptr<evp_pkey_st> key{};
};
using TokenKeys = std::vector<TokenKey>;

/// The keys that can judge tokens: RSA of 2048 to 8192 bits, P-256 and Ed25519. Others are left
/// out, as are those for another use (RFC 7517 §5). Error: invalid_argument (no JWK set, or one
/// without such a key).
Result<TokenKeys> read_token_keys(std::string_view json);

/// The keys for a token: those of its `kid` and algorithm. Without a `kid` the issuer must have one
/// key for the algorithm only.
std::vector<const TokenKey*> keys_for(const TokenKeys& keys, const Jws& jws);

bool is_signed_with(const TokenKey& key, const Jws& jws);

}  // namespace iam::mcp
