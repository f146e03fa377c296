#include "question/secret_marks.hpp"

#include <iam/words/catalogue.hpp>

#include <string_view>

namespace iam::question {

std::string with_marks_in(words::Locale locale, const Card& card, std::string text) {
    if (!card.has_secrets) return text;
    constexpr std::string_view k_begin = "[secret";
    for (std::size_t at = text.find(k_begin); at != std::string::npos;) {
        const std::size_t end = text.find(']', at);
        if (end == std::string::npos) break;
        const std::size_t size = end + 1 - at;
        const std::string mark = words::phrase_text(text.substr(at, size), locale);
        text.replace(at, size, mark);
        at = text.find(k_begin, at + mark.size());
    }
    return text;
}

}  // namespace iam::question
