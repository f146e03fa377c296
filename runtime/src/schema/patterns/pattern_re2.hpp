// Translates a pattern's tree to text for RE2.
#pragma once

#include <iam/schema/pattern_tree.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace iam::schema {

/// The text is in RE2's syntax without any of its flags. Returns nothing if it would be longer than
/// `bytes_max`.
std::optional<std::string> re2_text(const PatternNode& tree, std::size_t bytes_max);

}  // namespace iam::schema
