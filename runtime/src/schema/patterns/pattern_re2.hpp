// A tree as text for RE2.
#pragma once

#include <iam/schema/pattern_tree.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace iam::schema {

/// In RE2's syntax without any of its flags. Nothing, where the text would be longer than `bytes_max`.
std::optional<std::string> re2_text(const PatternNode& tree, std::size_t bytes_max);

}  // namespace iam::schema
