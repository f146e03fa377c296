// Reads and writes the Punycode (RFC 3492) of a label, the part after "xn--".
#pragma once

#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>

namespace iam::schema {

/// Labels have at most 63 bytes, so longer labels are neither read nor written.
inline constexpr std::size_t k_label_bytes_max = 63;

/// Returns nothing if no label encodes to `text`. The result lies in `room`.
std::optional<std::pmr::u32string> from_punycode(std::string_view text,
                                                 std::pmr::memory_resource& room);
/// Returns nothing if the result has more than k_label_bytes_max bytes.
std::optional<std::pmr::string> to_punycode(std::u32string_view label,
                                            std::pmr::memory_resource& room);

}  // namespace iam::schema
