// Characters that readers of a text do not see as they are. Published texts must have none; printed
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

/// True for characters that make a text read as another one: controls other than tab and line feed,
/// separators of lines and paragraphs, invisible operators, tags, letters without ink, and
/// noncharacters. So do marks and embeddings that change the direction of text (Unicode Standard
/// Annex 9). The joiners U+200C and U+200D and the selectors U+FE00 to U+FE0F are not hidden: they
/// belong to the spelling of languages and emoji.
bool is_hidden(char32_t code);
/// The number of printable ASCII characters at the beginning of a text. Most texts are nearly all
/// of that kind.
std::size_t plain_length(std::string_view text);

/// The first part of a text that its readers do not see as it is.
struct Unreadable {
    std::size_t offset = 0;
    std::size_t length = 0;
    std::string name;      // "U+202E", or "the byte 0xE4"
    bool is_utf8 = false;  // false: a byte that begins no character
};

/// The first hidden character or invalid byte. A carriage return before a line feed does not count.
std::optional<Unreadable> find_unreadable(std::string_view text);

/// The same text for a terminal, with "<U+202E>" and "<E4>" in place of unreadable parts.
std::string visible(std::string_view text);

/// The text with each byte that is not `plain(byte)` written as "%0A".
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
