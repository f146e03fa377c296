// Punycode (RFC 3492) of labels: what stands behind "xn--".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace iam::schema {

/// Labels have at most 63 bytes, so longer ones are neither read nor written.
inline constexpr std::size_t k_label_bytes_max = 63;

/// Nothing for what no label encodes to.
std::optional<std::u32string> from_punycode(std::string_view text);
/// Nothing where the result has more than k_label_bytes_max bytes.
std::optional<std::string> to_punycode(std::u32string_view label);

}  // namespace iam::schema
