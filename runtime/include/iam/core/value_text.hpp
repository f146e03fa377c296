// Sentences about values: what a decoder was shown and what it wanted. Not on the path of a correct call.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace iam {

/// A piece of JSON text as an error may show it: cut at a code point after about 60 bytes, with the number of bytes left out.
std::string shown(std::string_view json);

/// ". Did you mean 'label'?", to go on with, where one of the candidates is near enough to be a slip of `word`; else empty.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

/// "'a', 'b', 'c'".
std::string quoted_list(std::span<const std::string_view> words);

/// Code points of well-formed UTF-8.
std::size_t count_code_points(std::string_view text) noexcept;

}  // namespace iam
