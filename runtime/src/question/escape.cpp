// Unicode's tables (utf8proc) decide about dangerous characters. A few characters are added: the
// tables call them harmless although nobody sees them.
#include "iam/question/escape.hpp"

#include <iam/core/utf8.hpp>

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace iam::question {
namespace {

// More than this on one letter is in no orthography; it is used to paint over the lines above.
constexpr int k_marks_max = 3;
constexpr utf8proc_int32_t k_replacement = 0xFFFD;

/// The selectors of emoji, and characters in the place of something else.
bool is_stand_in(char32_t character) {
    return (character >= 0xFE00 && character <= 0xFE0F) ||
           (character >= 0xFFF9 && character <= 0xFFFD);
}

utf8proc_category_t category_of(char32_t character) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(character));
}

bool is_mark(char32_t character) {
    const auto category = category_of(character);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME ||
           category == UTF8PROC_CATEGORY_MC;
}

bool is_hidden(char32_t character) {
    switch (category_of(character)) {
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:
        case UTF8PROC_CATEGORY_CS:
        case UTF8PROC_CATEGORY_CO:
        case UTF8PROC_CATEGORY_CN:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
            return true;
        case UTF8PROC_CATEGORY_ZS:
            return character != U' ';
        default:
            break;
    }
    return is_inkless(character) || is_stand_in(character);
}

std::string hexadecimal(const char* form, unsigned value) {
    std::array<char, 16> text{};
    // The form is one of the literals below.
    const int length = std::snprintf(text.data(), text.size(), form, value);
    return std::string(text.data(), static_cast<std::size_t>(length));
}

/// Nothing stands on these: a mark behind them would stand on the quote or the gap.
bool is_base(char32_t character) {
    return character > U' ' && character != U'"';
}

/// As JSON spells it: two of them beyond U+FFFF.
void append_utf16(std::string& out, char32_t character) {
    constexpr char32_t k_first_of_two = 0x10000;
    const auto append = [&out](char32_t unit) {
        out += "\\u" + hexadecimal("%04x", static_cast<unsigned>(unit));
    };
    if (character < k_first_of_two) return append(character);
    const char32_t rest = character - k_first_of_two;
    append(0xD800U + (rest >> 10U));
    append(0xDC00U + (rest & 0x3FFU));
}

}  // namespace

void Escaper::append(std::string_view text) {
    while (!text.empty()) {
        utf8proc_int32_t character = -1;
        const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
        const auto length =
            utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &character);
        if (length <= 0) {
            out_ += "\\x{" + hexadecimal("%02X", *bytes) + "}";
            found_hidden_ = true;
            on_base_ = false;
            text.remove_prefix(1);
            continue;
        }
        const auto size = static_cast<std::size_t>(length);
        append_character(static_cast<char32_t>(character), text.substr(0, size));
        text.remove_prefix(size);
    }
}

void Escaper::append_escaped(char32_t character) {
    out_ += "\\u{" + hexadecimal("%02X", static_cast<unsigned>(character)) + "}";
    found_hidden_ = true;
    on_base_ = false;
}

void Escaper::append_character(char32_t character, std::string_view bytes) {
    const char* short_form = character == U'\n'   ? "\\n"
                             : character == U'\r' ? "\\r"
                             : character == U'\t' ? "\\t"
                                                  : nullptr;
    if (short_form != nullptr) {
        out_ += short_form;
        on_base_ = false;
    } else if (is_hidden(character)) {
        append_escaped(character);
    } else if (is_mark(character)) {
        if (!on_base_ || ++marks_ > k_marks_max) return append_escaped(character);
        out_ += bytes;
    } else {
        out_ += bytes;
        on_base_ = is_base(character);
        marks_ = 0;
    }
}

std::string escape_for_display(std::string_view text) {
    std::string out;
    Escaper(out).append(text);
    return out;
}

std::string visible_lines(std::string_view text) {
    std::string out;
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        out += escape_for_display(text.substr(0, end)) + '\n';
        text.remove_prefix(end + 1);
    }
    return out + escape_for_display(text);
}

std::string json_without_controls(std::string_view json) {
    std::string out;
    out.reserve(json.size());
    int marks = k_marks_max;  // on the letter before; a mark on no letter is one too many
    while (!json.empty()) {
        utf8proc_int32_t number = -1;
        const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(json.data());
        const auto length =
            utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(json.size()), &number);
        const auto size = static_cast<std::size_t>(std::max<utf8proc_ssize_t>(length, 1));
        const auto character = static_cast<char32_t>(length > 0 ? number : k_replacement);
        const bool is_mark_here = is_mark(character);
        // Below U+0020 JSON text has the white space between its values only.
        if (character >= U' ' &&
            (is_hidden(character) || (is_mark_here && ++marks > k_marks_max))) {
            append_utf16(out, character);
            marks = k_marks_max;
        } else {
            out += json.substr(0, size);
            if (!is_mark_here) marks = is_base(character) ? 0 : k_marks_max;
        }
        json.remove_prefix(size);
    }
    return out;
}

}  // namespace iam::question
