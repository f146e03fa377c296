// Scopes of access tokens (RFC 6749 §3.3) as lists.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

using Scopes = std::vector<std::string>;

inline constexpr std::size_t k_listed_scopes_max = 64;
inline constexpr std::size_t k_scope_bytes_max = 256;

/// True for the letters of RFC 6749, up to k_scope_bytes_max.
bool is_scope_text(std::string_view text) noexcept;
/// Reads scopes that are separated by blanks. Error: invalid_argument (a letter that no scope has,
/// more than k_listed_scopes_max).
Result<Scopes> read_scopes(std::string_view text);
/// The scopes of both, each once: those of `a` first.
Scopes union_of(Scopes a, const Scopes& b);
bool has_scope(const Scopes& scopes, std::string_view scope) noexcept;
/// With a blank between two.
std::string text_of_scopes(const Scopes& scopes);

}  // namespace iam::mcp
