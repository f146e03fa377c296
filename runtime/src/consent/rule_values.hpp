// Reads paths, hosts and array indices for rules. A value has one reading, shared by all readers,
// or none. Also quotes texts for messages.
#pragma once

#include <iam/core/json.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace iam::consent {

/// Quotes a text, a long one cut short: messages about rules stand in every entry of the ledger.
std::string in_quotes(std::string_view text);

struct PathSegments {
    bool is_absolute = false;
    std::vector<std::string_view> segments{};  ///< into the text
};
/// The segments of a path. Nothing if it has a "." or ".." segment or a NUL: its text does not tell
/// its place.
std::optional<PathSegments> path_segments(std::string_view path);

/// The host of a URL or of "host[:port]", in lower case and without the dot at its end. Nothing if
/// readers differ: user names, backslashes, escapes, white space, bytes outside ASCII, and
/// addresses in unusual spellings of numbers.
std::optional<std::string> host_of(std::string_view address);

/// The reference tokens of a JSON Pointer (RFC 6901), unescaped; nothing if the text is none.
std::optional<std::vector<std::string>> pointer_tokens(std::string_view pointer);
/// The index that the token spells by RFC 6901: "0", or digits without a leading zero.
std::optional<std::size_t> array_index(std::string_view token) noexcept;
/// The part of `root` at these tokens; nullptr: there is none.
const Json* part_at(const Json& root, std::span<const std::string> tokens);

}  // namespace iam::consent
