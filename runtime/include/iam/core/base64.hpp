// Bytes as text and back (RFC 4648). Readers take the one text of each value: padding and unused
// bits must be as written here.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace iam {

enum class Base64 {
    standard,  ///< §4, padded
    url,       ///< §5, '-' and '_', without padding
};

std::string to_base64(std::span<const std::byte> bytes, Base64 form = Base64::standard);
std::string to_base64(std::string_view bytes, Base64 form = Base64::standard);
/// The bytes; nothing if the text is no base64 of this form.
std::optional<std::string> from_base64(std::string_view text, Base64 form = Base64::standard);

}  // namespace iam
