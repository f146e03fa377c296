// Characters that a reader of a text does not see as they are: what is published must have none, what is printed shows them spelled out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace iam::gen {

/// The first character of a text: its code point, or nothing where the first byte begins no UTF-8 (then `length` is 1).
struct Character {
    std::optional<char32_t> code;
    std::size_t length = 0;
};

/// `text` must not be empty.
Character first_character(std::string_view text);

/// True for controls other than tab and line feed, marks and embeddings that change the direction of text (Unicode Standard
/// Annex 9), separators of lines and paragraphs, invisible operators, tags, letters without ink and noncharacters: what makes a text
/// read as another one than it is. The joiners U+200C and U+200D and the selectors U+FE00 to U+FE0F belong to the spelling of languages
/// and emoji and are none of them.
bool is_hidden(char32_t code);
/// How many characters a text begins with that are printable ASCII, as nearly all of most texts is.
std::size_t plain_length(std::string_view text);

/// Where a text stops to be what its readers see.
struct Unreadable {
    std::size_t offset = 0;
    std::size_t length = 0;
    std::string name;      // "U+202E", or "the byte 0xE4"
    bool is_utf8 = false;  // else it is a byte that begins no character
};

/// The first hidden character or byte that is no UTF-8; a carriage return before a line feed does not count.
std::optional<Unreadable> find_unreadable(std::string_view text);

/// The same text for a terminal: "<U+202E>" and "<E4>" in place of what is unreadable.
std::string visible(std::string_view text);

/// Each byte that is not `plain(byte)` as "%0A".
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
