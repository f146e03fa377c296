// Splits a text into its words.
#pragma once

#include <string_view>
#include <vector>

namespace iam {

/// The longest parts of the text without any of the `blanks`. They view the text.
std::vector<std::string_view> split_words(std::string_view text, std::string_view blanks = " ");

}  // namespace iam
