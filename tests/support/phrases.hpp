// Whether a sentence of ours comes out in another language, as far as its words show.
#pragma once

#include <iam/words/catalogue.hpp>

#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace iam::test {

/// The text without what stands in quotes, which is of others.
inline std::string without_quoted(std::string_view text) {
    std::string rest;
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool opens = (c == '"' || c == '\'') && (i == 0 || text[i - 1] == ' ' ||
                                                       text[i - 1] == '(' || text[i - 1] == '|');
        if (quote != '\0') {
            const char next = i + 1 < text.size() ? text[i + 1] : ' ';
            if (c == '\\' && quote == '"') {
                ++i;  // of JSON, an escape
            } else if (c == quote && next != '\'' && next != '"') {
                quote = '\0';
            }
        } else if (opens) {
            quote = c;
        } else {
            rest += c;
        }
    }
    return rest;
}

/// The English words that are left in the Portuguese of this sentence.
inline std::string english_left_in(std::string_view english) {
    static const std::set<std::string> words = {
        "the",  "is",   "are",  "must",  "not",  "of",   "write", "take",     "with", "it",
        "and",  "or",   "has",  "have",  "this", "that", "which", "expected", "got",  "missing",
        "give", "does", "than", "there", "too",  "can",  "never", "error",    "an",   "from"};
    std::istringstream text(without_quoted(words::phrase_text(english, words::Locale::pt_br)));
    std::string left;
    for (std::string word; text >> word;) {
        while (!word.empty() && (word.back() < 'a' || word.back() > 'z')) word.pop_back();
        if (words.count(word) != 0) left += word + " ";
    }
    return left;
}

}  // namespace iam::test
