// The pieces of lines in notes and proofs: each value has one spelling.
#pragma once

#include <iam/core/digest.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace iam::ledger {

/// Removes the first line from `text` and returns it without its end; nothing if no line ends.
std::optional<std::string_view> take_line(std::string_view& text);
/// A number without leading zeros, at most k_tree_size_max.
std::optional<std::uint64_t> read_decimal(std::string_view text);
std::string base64_text(const Digest& hash);
std::optional<Digest> read_base64(std::string_view text);

}  // namespace iam::ledger
