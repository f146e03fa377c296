// The words of tags in the text of headers, as the preprocessor would see them: lines that go on are joined first.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

using Words = std::set<std::string, std::less<>>;

/// True for letters of ASCII, digits and '_'.
bool is_word_part(char c);

/// True if the text has the word iam, a word that begins with IAM_, one of the names, or an
/// attribute that is nearly one of ours. Also true of a text with zero bytes, as UTF-16 has them:
/// what it says is for the parser to find out.
bool mentions_tags(std::string_view text, const Words& names);

/// The macros that may stand for a tag: the names, and those that one of the texts defines with such a mention or with the name of
/// such a macro. A macro that pastes words together can make any word, and one whose line leaves a comment open may go on.
Words macros_for_tags(const std::vector<std::string_view>& texts, Words names);

}  // namespace iam::gen
