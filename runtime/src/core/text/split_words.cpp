#include "iam/core/split_words.hpp"

#include <algorithm>
#include <cstddef>

namespace iam {

std::vector<std::string_view> split_words(std::string_view text, std::string_view blanks) {
    std::vector<std::string_view> words;
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        if (text.empty()) return words;
        words.push_back(text.substr(0, text.find_first_of(blanks)));
        text.remove_prefix(words.back().size());
    }
}

}  // namespace iam
