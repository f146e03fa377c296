#include "words/phrases.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace iam::words {
namespace {

// Longer texts, and texts with phrases within phrases beyond this depth, stay in English.
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

// A message quotes text of strangers. It writes a name as '…', without a quote in it, and a value
// as JSON, cut by iam::shown() after k_cut_max bytes: "abc… (12 more bytes).
constexpr std::size_t k_cut_min = 57;
constexpr std::size_t k_cut_max = 60;

/// The end of the note about a cut-off JSON text; `at` if none stands there.
std::size_t end_of_cut(std::string_view text, std::size_t at) {
    constexpr std::string_view k_before = "… (";
    constexpr std::string_view k_after = " more bytes)";
    if (text.substr(at, k_before.size()) != k_before) return at;
    const std::size_t count = at + k_before.size();
    const std::size_t end = text.find_first_not_of("0123456789", count);
    if (end == std::string_view::npos || end == count) return at;
    return text.substr(end, k_after.size()) == k_after ? end + k_after.size() : at;
}

/// Behind the string, array or object beginning at `at`. Without an end it takes the rest.
std::size_t end_of_json(std::string_view text, std::size_t at) {
    std::size_t depth = 0;
    bool in_string = false;
    bool is_escaped = false;
    for (std::size_t i = at; i < text.size(); ++i) {
        if (i >= at + k_cut_min && i <= at + k_cut_max) {
            const std::size_t end = end_of_cut(text, i);
            if (end != i) return end;
        }
        const char c = text[i];
        if (in_string) {
            in_string = is_escaped || c != '"';
            is_escaped = !is_escaped && c == '\\';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
        if (depth == 0 && !in_string) return i + 1;
    }
    return text.size();
}

/// Behind the quoted text beginning at `at`; `at` if there is none.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
    const char before = at == 0 ? ' ' : text[at - 1];
    if (before != ' ' && before != '(') return at;
    if (text[at] == '"') return end_of_json(text, at);
    if (text[at] == '\'') {
        const std::size_t end = text.find('\'', at + 1);
        return end == std::string_view::npos ? text.size() : end + 1;
    }
    // The mark of a secret begins with a bracket, too.
    constexpr std::string_view k_first = "\"[{]}-0123456789tfn \t\r\n";
    const bool is_json = (text[at] == '[' || text[at] == '{') && at + 1 < text.size() &&
                         k_first.find(text[at + 1]) != std::string_view::npos;
    return is_json ? end_of_json(text, at) : at;
}

/// A text, and where quoted text stands in it.
class Message {
 public:
    explicit Message(std::string_view text) : text_(text), last_of_(text.size() + 1, 0) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = end_of_quoted(text, at);
            for (std::size_t i = at + 1; i < end; ++i) last_of_[i] = end - 1;
            at = end == at ? at + 1 : end;
        }
    }
    std::string_view text() const noexcept { return text_; }
    /// True if one quoted text is all of it.
    bool is_quoted() const noexcept { return text_.size() > 1 && last_of_[1] + 1 == text_.size(); }

    /// The place of `literal` behind a value beginning at `begin`. A value outside of quotes ends
    /// outside of them, and one inside of them at the closing quote. If `is_last`, the text ends
    /// with the literal.
    std::optional<std::size_t> find(std::string_view literal, std::size_t begin,
                                    bool is_last) const {
        if (begin >= text_.size() || literal.size() > text_.size()) return std::nullopt;
        const std::size_t last = text_.size() - literal.size();
        const std::size_t closing = last_of_[begin];
        if (closing != 0) {
            const bool fits = closing > begin && (!is_last || closing == last) &&
                              text_.substr(closing, literal.size()) == literal;
            return fits ? std::optional(closing) : std::nullopt;
        }
        std::size_t at = text_.find(literal, is_last ? std::max(begin + 1, last) : begin + 1);
        while (at != std::string_view::npos && last_of_[at] != 0) at = text_.find(literal, at + 1);
        return at == std::string_view::npos ? std::nullopt : std::optional(at);
    }

 private:
    std::string_view text_;
    std::vector<std::size_t> last_of_;  // at a place in quotes, where the closing one stands
};

/// How many bytes of the phrase are its own; nothing if the message is not this phrase.
std::optional<std::size_t> fit(std::string_view phrase, const Message& message, Values& values) {
    std::string_view literal = take_literal(phrase);
    const std::string_view text = message.text();
    if (text.substr(0, literal.size()) != literal) return std::nullopt;
    std::size_t size = literal.size();
    std::size_t at = literal.size();
    while (!phrase.empty()) {
        std::string_view& value = values[take_digit(phrase)];
        literal = take_literal(phrase);
        size += literal.size();
        const auto end = message.find(literal, at, phrase.empty());
        if (!end) return std::nullopt;
        value = text.substr(at, *end - at);
        at = *end + literal.size();
    }
    return at == text.size() ? std::optional(size) : std::nullopt;
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
    const Message message(text);
    if (message.is_quoted()) return {};
    for (const Phrase& frame : book.frames) {
        Fitting found{&frame, {}};
        if (fit(frame.english, message, found.values)) return found;
    }
    Fitting best;
    std::size_t most = 0;
    for (const Phrase& phrase : book.phrases) {
        Fitting found{&phrase, {}};
        const auto size = fit(phrase.english, message, found.values);
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
