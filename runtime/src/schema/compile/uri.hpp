// Resolves URI references (RFC 3986) as far as `$id` and `$ref` need it.
#pragma once

#include <string>
#include <string_view>

namespace iam::schema {

/// The target of a reference relative to a base (RFC 3986 §5.2), without its fragment.
std::string resolve_uri(std::string_view base, std::string_view reference);

/// The parts before and after the first `#`.
std::string_view without_fragment(std::string_view reference) noexcept;
std::string_view fragment_of(std::string_view reference) noexcept;

/// Replaces %XX by its byte. A % without two hexadecimal digits after it stays.
std::string percent_decoded(std::string_view text);
/// Spells a JSON Pointer as a fragment (RFC 6901 §6).
std::string percent_encoded(std::string_view pointer);

}  // namespace iam::schema
