// URI references (RFC 3986): as much as `$id` and `$ref` need.
#pragma once

#include <string>
#include <string_view>

namespace iam::schema {

/// The target of a reference relative to a base (RFC 3986 §5.2), without its fragment.
std::string resolve_uri(std::string_view base, std::string_view reference);

/// What stands before the first `#`, and after it.
std::string_view without_fragment(std::string_view reference) noexcept;
std::string_view fragment_of(std::string_view reference) noexcept;

/// Replaces %XX by its byte; a % that no two hexadecimal digits follow stays.
std::string percent_decoded(std::string_view text);
/// A JSON Pointer as a fragment may spell it (RFC 6901 §6).
std::string percent_encoded(std::string_view pointer);

}  // namespace iam::schema
