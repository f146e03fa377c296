// Reads signed tokens in the compact form (RFC 7515 §3.1), strictly. Nothing in a token chooses the
// key that judges it: `jwk`, `jku`, `x5c` and `x5u` of a header are not read.
#pragma once

#include "mcp/server/authorization/reason.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The algorithms taken; each goes with one type of key.
enum class TokenAlgorithm { rs256, es256, eddsa };

/// The name in `alg` (RFC 7518 §3.1, RFC 8037 §3.1); nothing for any other name.
std::optional<TokenAlgorithm> token_algorithm(std::string_view name);

struct Jws {
    TokenAlgorithm algorithm = TokenAlgorithm::rs256;
    std::optional<std::string> key_id{};
    std::string signed_text{};  ///< header and payload, as they came
    std::string payload{};      ///< decoded
    std::string signature{};    ///< decoded
};

inline constexpr std::size_t k_token_bytes_max = std::size_t{16} << 10U;

/// Reads the header. The payload may be any bytes, and nothing is known of the signature.
Checked<Jws> read_jws(std::string_view token);

}  // namespace iam::mcp
