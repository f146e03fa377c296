// Paths, hosts and array indices as rules read them: the one reading that everybody shares, or
// none. And texts as messages show them.
#pragma once

#include <iam/core/json.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace iam::consent {

/// A long text is cut: messages about rules stand in every entry of the ledger.
std::string in_quotes(std::string_view text);

struct PathSegments {
    bool is_absolute = false;
    std::vector<std::string_view> segments{};  ///< into the text
};
/// Nothing for a path with a "." or ".." segment or a NUL, whose place is not in its text.
std::optional<PathSegments> path_segments(std::string_view path);

/// The host of a URL or of "host[:port]", in lower case and without the dot at its end. Nothing
/// where readers differ: user names, backslashes, escapes, white space, bytes outside ASCII,
/// numbers that are addresses in some other spelling.
std::optional<std::string> host_of(std::string_view address);

/// The reference tokens of a JSON Pointer, unescaped; nothing where it is none (RFC 6901).
std::optional<std::vector<std::string>> pointer_tokens(std::string_view pointer);
/// RFC 6901: "0", or digits without a leading zero.
std::optional<std::size_t> array_index(std::string_view token) noexcept;
/// What these tokens lead to; nullptr: there is nothing.
const Json* part_at(const Json& root, std::span<const std::string> tokens);

}  // namespace iam::consent
