// Punycode (RFC 3492) of labels: what stands behind "xn--".
#pragma once

#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>

namespace iam::schema {

/// Labels have at most 63 bytes, so longer ones are neither read nor written.
inline constexpr std::size_t k_label_bytes_max = 63;

/// Nothing for what no label encodes to. The result lies in `room`.
std::optional<std::pmr::u32string> from_punycode(std::string_view text,
                                                 std::pmr::memory_resource& room);
/// Nothing where the result has more than k_label_bytes_max bytes.
std::optional<std::pmr::string> to_punycode(std::u32string_view label,
                                            std::pmr::memory_resource& room);

}  // namespace iam::schema
