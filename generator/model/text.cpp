// Decodes UTF-8 by RFC 3629, and knows the invisible characters.
#include <generator/model/text.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>
#include <array>

namespace iam::gen {
namespace {

struct Range {
    char32_t first;
    char32_t last;
};

constexpr std::array k_hidden = {
    Range{0x00, 0x08},     Range{0x0B, 0x1F},       Range{0x7F, 0x9F},       Range{0xAD, 0xAD},
    Range{0x061C, 0x061C}, Range{0x200B, 0x200B},   Range{0x200E, 0x200F},   Range{0x2028, 0x202E},
    Range{0x2060, 0x206F}, Range{0xFDD0, 0xFDEF},   Range{0xFEFF, 0xFEFF},   Range{0xFFF9, 0xFFFB},
    Range{0xFFFE, 0xFFFF}, Range{0x1D173, 0x1D17A}, Range{0xF0000, 0x10FFFF}};

struct Form {
    std::size_t length;
    unsigned char bits;  // of the first byte
    char32_t least;      // a smaller code point has a shorter form
};

/// The form of a character by its first byte; length 0 if no character begins with it.
Form form_of(unsigned char first) {
    if (first < 0x80) return {1, 0x7F, 0};
    if (first >= 0xC2 && first < 0xE0) return {2, 0x1F, 0x80};
    if (first >= 0xE0 && first < 0xF0) return {3, 0x0F, 0x800};
    if (first >= 0xF0 && first < 0xF5) return {4, 0x07, 0x10000};
    return {0, 0, 0};
}

std::string hexadecimal(unsigned value, std::size_t digits) {
    constexpr std::string_view k_digits = "0123456789ABCDEF";
    std::string out;
    for (; value != 0 || out.size() < digits; value >>= 4U)
        out.insert(out.begin(), k_digits[value & 0xFU]);
    return out;
}

std::string name_of(const Character& character, unsigned char first_byte) {
    if (!character.code) return "the byte 0x" + hexadecimal(first_byte, 2);
    return "U+" + hexadecimal(static_cast<unsigned>(*character.code), 4);
}

}  // namespace

Character first_character(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const Form form = form_of(first);
    if (form.length == 0 || form.length > text.size()) return {std::nullopt, 1};
    char32_t code = first & form.bits;
    for (std::size_t i = 1; i < form.length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0U) != 0x80U) return {std::nullopt, 1};
        code = (code << 6U) | (byte & 0x3FU);
    }
    const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < form.least || is_surrogate || code > 0x10FFFF) return {std::nullopt, 1};
    return {code, form.length};
}

std::size_t plain_length(std::string_view text) {
    const auto* const other =
        std::find_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; });
    return static_cast<std::size_t>(other - text.begin());
}

bool is_hidden(char32_t code) {
    return is_inkless(code) ||
           std::any_of(k_hidden.begin(), k_hidden.end(), [&](const Range& range) {
               return code >= range.first && code <= range.last;
           });
}

std::optional<Unreadable> find_unreadable(std::string_view text) {
    for (std::size_t at = plain_length(text); at < text.size();
         at += plain_length(text.substr(at))) {
        const Character character = first_character(text.substr(at));
        const bool ends_line = text.substr(at, 2) == "\r\n";
        if (!character.code || (is_hidden(*character.code) && !ends_line)) {
            const std::string name = name_of(character, static_cast<unsigned char>(text[at]));
            return Unreadable{at, character.length, name, character.code.has_value()};
        }
        at += character.length;
    }
    return std::nullopt;
}

std::string visible(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t plain = plain_length(text);
        out.append(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) break;
        const Character character = first_character(text);
        if (!character.code) {
            out += "<" + hexadecimal(static_cast<unsigned char>(text.front()), 2) + ">";
        } else if (is_hidden(*character.code)) {
            out += "<" + name_of(character, 0) + ">";
        } else {
            out.append(text.substr(0, character.length));
        }
        text.remove_prefix(character.length);
    }
    return out;
}

}  // namespace iam::gen
