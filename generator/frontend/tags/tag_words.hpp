// Finds the words of tags in the text of headers as the preprocessor would see it: continued lines
// are joined first.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

using Words = std::set<std::string, std::less<>>;

/// True for ASCII letters, digits and '_'.
bool is_word_part(char c);

/// True if the text has the word iam, a word beginning with IAM_, one of the names, or nearly an
/// attribute of ours. A text with zero bytes, as in UTF-16, counts as well, since only the parser
/// can read it.
bool mentions_tags(std::string_view text, const Words& names);

/// The possible macros for tags: `names`, and macros with a tag or a macro for tags in their
/// definition. A macro that pastes words together can make any word, so it counts. If a macro's
/// line leaves a comment open, the macro may go on, so it counts too.
Words macros_for_tags(const std::vector<std::string_view>& texts, Words names);

}  // namespace iam::gen
