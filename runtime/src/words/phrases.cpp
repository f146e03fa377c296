#include "words/phrases.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace iam::words {
namespace {

// Longer texts, and those with phrases within phrases beyond this depth, stay in English.
constexpr std::size_t k_phrase_bytes_max = 8192;
constexpr int k_phrase_depth_max = 5;

using Values = std::array<std::string_view, 10>;  // by their digit

bool is_mark(std::string_view text, std::size_t at) {
    return (text[at] == '%' || text[at] == '#') && at + 1 < text.size() && text[at + 1] >= '1' &&
           text[at + 1] <= '9';
}

/// Up to the next mark.
std::string_view take_literal(std::string_view& text) {
    std::size_t end = 0;
    while (end < text.size() && !is_mark(text, end)) ++end;
    const std::string_view literal = text.substr(0, end);
    text.remove_prefix(end);
    return literal;
}

std::size_t take_digit(std::string_view& text) {
    const auto digit = static_cast<std::size_t>(text[1] - '0');
    text.remove_prefix(2);
    return digit;
}

/// How many bytes of the phrase are its own; nothing if the text is not this phrase.
std::optional<std::size_t> fit(std::string_view phrase, std::string_view text, Values& values) {
    std::string_view literal = take_literal(phrase);
    if (text.substr(0, literal.size()) != literal) return std::nullopt;
    std::size_t size = literal.size();
    text.remove_prefix(literal.size());
    while (!phrase.empty()) {
        std::string_view& value = values[take_digit(phrase)];
        literal = take_literal(phrase);
        size += literal.size();
        std::size_t end = text.find(literal, 1);
        if (phrase.empty() && literal.size() <= text.size())
            end = text.substr(text.size() - literal.size()) == literal
                      ? text.size() - literal.size()
                      : std::string_view::npos;
        if (end == std::string_view::npos || end == 0) return std::nullopt;
        value = text.substr(0, end);
        text.remove_prefix(end + literal.size());
    }
    return text.empty() ? std::optional(size) : std::nullopt;
}

/// A phrase that a text is, and its values.
struct Fitting {
    const Phrase* phrase = nullptr;
    Values values{};
};

Fitting fitting_in(const Phrasebook& book, std::string_view text) {
    for (const Phrase& phrase : book.phrases) {
        std::string_view rest = phrase.english;
        if (phrase.english == text && take_literal(rest) == text) return {&phrase, {}};
    }
    for (const Phrase& frame : book.frames) {
        Fitting found{&frame, {}};
        if (fit(frame.english, text, found.values)) return found;
    }
    Fitting best;
    std::size_t most = 0;
    for (const Phrase& phrase : book.phrases) {
        Fitting found{&phrase, {}};
        const auto size = fit(phrase.english, text, found.values);
        if (!size || (best.phrase != nullptr && *size <= most)) continue;
        best = found;
        most = *size;
    }
    return best;
}

std::string read_to(const Phrasebook& book, std::string_view english, int depth) {
    const Fitting found = fitting_in(book, english);
    if (found.phrase == nullptr || depth == k_phrase_depth_max) return std::string(english);
    std::string said;
    for (std::string_view text = found.phrase->text; !text.empty();) {
        said += take_literal(text);
        if (text.empty()) break;
        const bool is_phrase = text.front() == '#';
        const std::string_view value = found.values[take_digit(text)];
        said += is_phrase ? read_to(book, value, depth + 1) : std::string(value);
    }
    return said;
}

}  // namespace

std::string read_phrase(const Phrasebook& book, std::string_view english) {
    if (english.size() > k_phrase_bytes_max) return std::string(english);
    return read_to(book, english, 0);
}

}  // namespace iam::words
