// Characters invisible or misleading to readers of a text. Published texts must have none; printed
// texts show them spelled out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace iam::gen {

/// The first character of a text. `code` is nothing if the first byte begins no UTF-8 character;
/// `length` is then 1.
struct Character {
    std::optional<char32_t> code;
    std::size_t length = 0;
};

/// `text` must not be empty.
Character first_character(std::string_view text);

/// True for characters that can disguise a text as another one: controls other than tab and line
/// feed, separators of lines and paragraphs, invisible operators, tags, letters without ink, and
/// noncharacters. So can marks and embeddings for the direction of text (Unicode Standard Annex 9).
/// The joiners U+200C and U+200D and the selectors U+FE00 to U+FE0F are not hidden: they belong to
/// the spelling of languages and emoji.
bool is_hidden(char32_t code);
/// The number of printable ASCII characters at the beginning of a text. Most texts are nearly all
/// of this kind.
std::size_t plain_length(std::string_view text);

/// The first hidden or invalid part of a text.
struct Unreadable {
    std::size_t offset = 0;
    std::size_t length = 0;
    std::string name;      // "U+202E", or "the byte 0xE4"
    bool is_utf8 = false;  // false: no character begins with the byte
};

/// The first hidden character or invalid byte. A carriage return before a line feed does not count.
std::optional<Unreadable> find_unreadable(std::string_view text);

/// The same text for a terminal, with "<U+202E>" and "<E4>" in place of unreadable parts.
std::string visible(std::string_view text);

/// The text. If `plain(byte)` is false for a byte, the byte is written as "%0A".
template <class Plain>
std::string percent_encoded(std::string_view text, const Plain& plain) {
    constexpr const char* k_digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        if (plain(c)) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += k_digits[byte / 16];
        out += k_digits[byte % 16];
    }
    return out;
}

}  // namespace iam::gen
