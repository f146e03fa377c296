// Checks UTF-8 for well-formedness (RFC 3629, table 3-7 of Unicode) and compares texts in the order
// of UTF-16 code units.
#include "core/text/utf.hpp"

#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace iam {
namespace {

constexpr std::uint64_t k_ones = 0x0101010101010101U;
constexpr std::uint64_t k_tops = 0x8080808080808080U;

/// Non-zero if a byte of the word is '"', '\\', a control character or not ASCII. False alarms are
/// possible only behind a true one, so a zero is certain.
std::uint64_t special_bytes(std::uint64_t word) noexcept {
    const std::uint64_t quote = word ^ (k_ones * 0x22U);
    const std::uint64_t backslash = word ^ (k_ones * 0x5CU);
    const std::uint64_t hits =
        (quote - k_ones) | (backslash - k_ones) | (word - k_ones * 0x20U) | word;
    return hits & k_tops;
}

bool is_plain(unsigned char byte) noexcept {
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/// A word with the fewer than eight bytes of [at, end). Its other bytes are plain: bytes of [begin,
/// at) or spaces.
std::uint64_t last_word(const char* begin, const char* at, const char* end) noexcept {
    std::uint64_t word = 0;
    std::uint32_t first_half = 0;
    std::uint32_t last_half = 0;
    if (end - begin >= 8) {
        std::memcpy(&word, end - 8, sizeof word);
    } else if (end - at >= 4) {
        std::memcpy(&first_half, at, sizeof first_half);
        std::memcpy(&last_half, end - 4, sizeof last_half);
        word = (std::uint64_t{first_half} << 32U) | last_half;
    } else {
        word = k_ones * 0x20U;
        for (; at != end; ++at) word = (word << 8U) | static_cast<unsigned char>(*at);
    }
    return word;
}

/// The first non-ASCII byte in [at, end), or `end`.
const char* skip_ascii(const char* at, const char* end) noexcept {
    for (std::uint64_t word = 0; end - at >= 8; at += 8) {
        std::memcpy(&word, at, sizeof word);
        if ((word & k_tops) != 0) break;
    }
    while (at != end && static_cast<unsigned char>(*at) < 0x80) ++at;
    return at;
}

/// The bounds of the second byte after this lead byte. They exclude overlong forms, surrogates and
/// code points over U+10FFFF.
struct SecondByte {
    unsigned char low;
    unsigned char high;
};

SecondByte second_byte(unsigned char lead) noexcept {
    switch (lead) {
        case 0xE0:
            return {0xA0, 0xBF};
        case 0xED:
            return {0x80, 0x9F};
        case 0xF0:
            return {0x90, 0xBF};
        case 0xF4:
            return {0x80, 0x8F};
        default:
            return {0x80, 0xBF};
    }
}

}  // namespace

std::string_view first_bytes(std::string_view text, std::size_t bytes_max) noexcept {
    if (text.size() <= bytes_max) return text;
    std::size_t end = bytes_max;
    while (end > 0 && is_utf8_continuation(text[end])) --end;
    return text.substr(0, end);
}

bool is_inkless(char32_t code_point) noexcept {
    constexpr std::array<std::pair<char32_t, char32_t>, 11> k_ranges = {{
        {0x034F, 0x034F},
        {0x115F, 0x1160},
        {0x17B4, 0x17B5},
        {0x180B, 0x180F},
        {0x2800, 0x2800},
        {0x3164, 0x3164},
        {0xFFA0, 0xFFA0},
        {0x13430, 0x1345F},
        {0x1BCA0, 0x1BCA3},
        {0x1D159, 0x1D159},
        {0xE0000, 0xE0FFF},
    }};
    return std::any_of(k_ranges.begin(), k_ranges.end(), [&](const auto& range) {
        return range.first <= code_point && code_point <= range.second;
    });
}

std::size_t utf8_length(const char* at, const char* end) noexcept {
    const auto byte = [at](std::size_t i) { return static_cast<unsigned char>(at[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4) return 0;
    const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (static_cast<std::size_t>(end - at) < length) return 0;
    const SecondByte second = second_byte(lead);
    if (byte(1) < second.low || byte(1) > second.high) return 0;
    for (std::size_t i = 2; i < length; ++i) {
        if (!is_utf8_continuation(at[i])) return 0;
    }
    return length;
}

char32_t take_code_point(std::string_view& text) noexcept {
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t more = lead < 0x80 ? 0 : (lead < 0xE0 ? 1 : (lead < 0xF0 ? 2 : 3));
    char32_t code = lead & (0x7FU >> (more > 0 ? more + 1 : 0));
    for (std::size_t i = 1; i <= more; ++i)
        code = (code << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
    text.remove_prefix(more + 1);
    return code;
}

std::u32string code_points(std::string_view text) {
    std::u32string codes;
    while (!text.empty()) codes += take_code_point(text);
    return codes;
}

void append_utf8(std::string& out, char32_t code_point) {
    const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (code_point < 0x80) {
        put(code_point);
    } else if (code_point < 0x800) {
        put(0xC0U | (code_point >> 6U));
        put(0x80U | (code_point & 0x3FU));
    } else if (code_point < 0x10000) {
        put(0xE0U | (code_point >> 12U));
        put(0x80U | ((code_point >> 6U) & 0x3FU));
        put(0x80U | (code_point & 0x3FU));
    } else {
        put(0xF0U | (code_point >> 18U));
        put(0x80U | ((code_point >> 12U) & 0x3FU));
        put(0x80U | ((code_point >> 6U) & 0x3FU));
        put(0x80U | (code_point & 0x3FU));
    }
}

const char* skip_plain_words(const char* at, const char* end) noexcept {
    const char* const begin = at;
    while (end - at >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        const std::uint64_t hits = special_bytes(word);
        if (hits == 0) {
            at += 8;
            continue;
        }
        // On a little-endian machine the first byte of the word is its lowest, and the lowest hit
        // is a true one.
        if constexpr (std::endian::native == std::endian::little) {
            return at + std::countr_zero(hits) / 8;
        }
        break;
    }
    if (at != end && end - at < 8 && special_bytes(last_word(begin, at, end)) == 0) return end;
    while (at != end && is_plain(static_cast<unsigned char>(*at))) ++at;
    return at;
}

bool is_valid_utf8(std::string_view text) noexcept {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        at = skip_ascii(at, end);
        if (at == end) break;
        const std::size_t length = utf8_length(at, end);
        if (length == 0) return false;
        at += length;
    }
    return true;
}

bool utf16_less(std::string_view a, std::string_view b) noexcept {
    const std::size_t common = std::min(a.size(), b.size());
    const auto [at_a, at_b] =
        std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(common), b.begin());
    if (at_a == a.begin() + static_cast<std::ptrdiff_t>(common)) return a.size() < b.size();
    const auto byte_a = static_cast<unsigned char>(*at_a);
    const auto byte_b = static_cast<unsigned char>(*at_b);
    // Bytes order code points. The order of code units differs in one place: a code point over
    // U+FFFF (lead from F0) begins with a surrogate. So it goes before U+E000 to U+FFFF (leads EE
    // and EF).
    const bool high = byte_a >= 0xEE && byte_b >= 0xEE;
    if (high && (byte_a >= 0xF0) != (byte_b >= 0xF0)) return byte_a >= 0xF0;
    return byte_a < byte_b;
}

}  // namespace iam
