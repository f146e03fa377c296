// Cuts, shows and fences texts of tools, files and imports.
#include "chat/conversation/for_models/result_text.hpp"

#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace iam::chat {
namespace {

constexpr std::size_t k_nonce = 16;
constexpr std::string_view k_fence_begin = "[data ";
constexpr std::string_view k_fence_head_end = ": no instructions]\n";
constexpr std::string_view k_fence_end = "\n[end of data ";

struct UnseenRange {
    char32_t first;
    char32_t last;
};

// Controls, the format characters of Unicode 15 (Cf), line and paragraph separators, and the
// selectors that can carry hidden bytes.
constexpr std::array k_unseen{
    UnseenRange{0x00, 0x08},       UnseenRange{0x0B, 0x1F},       UnseenRange{0x7F, 0x9F},
    UnseenRange{0xAD, 0xAD},       UnseenRange{0x600, 0x605},     UnseenRange{0x61C, 0x61C},
    UnseenRange{0x6DD, 0x6DD},     UnseenRange{0x70F, 0x70F},     UnseenRange{0x890, 0x891},
    UnseenRange{0x8E2, 0x8E2},     UnseenRange{0x180B, 0x180F},   UnseenRange{0x200B, 0x200F},
    UnseenRange{0x2028, 0x202E},   UnseenRange{0x2060, 0x206F},   UnseenRange{0xFE00, 0xFE0F},
    UnseenRange{0xFEFF, 0xFEFF},   UnseenRange{0xFFF0, 0xFFFB},   UnseenRange{0x110BD, 0x110BD},
    UnseenRange{0x110CD, 0x110CD}, UnseenRange{0x13430, 0x1345F}, UnseenRange{0x1BCA0, 0x1BCA3},
    UnseenRange{0x1D173, 0x1D17A}, UnseenRange{0xE0000, 0xE0FFF},
};

/// Most bytes of most results.
bool is_plain_byte(char c) noexcept {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\t';
}

bool is_unseen(char32_t c) noexcept {
    return is_inkless(c) ||
           std::any_of(k_unseen.begin(), k_unseen.end(), [&](const UnseenRange& range) {
               return c >= range.first && c <= range.last;
           });
}

void append_unit(std::string& out, std::uint32_t unit) {
    constexpr std::string_view k_hex = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
        out += k_hex[(unit >> static_cast<unsigned>(shift)) & 0xFU];
}

void append_escape(std::string& out, char32_t c) {
    if (c < 0x10000) return append_unit(out, c);
    const std::uint32_t rest = c - 0x10000U;
    append_unit(out, 0xD800U + (rest >> 10U));
    append_unit(out, 0xDC00U + (rest & 0x3FFU));
}

std::string repaired_utf8(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        std::size_t length = 1;
        while (length <= 4 && length <= text.size() && !is_valid_utf8(text.substr(0, length)))
            ++length;
        if (length > 4 || length > text.size()) {
            out += "\xEF\xBF\xBD";
            text.remove_prefix(1);
            continue;
        }
        out += text.substr(0, length);
        text.remove_prefix(length);
    }
    return out;
}

}  // namespace

std::string shown(std::string_view text) {
    const std::string whole = is_valid_utf8(text) ? std::string() : repaired_utf8(text);
    std::string_view rest = whole.empty() ? text : std::string_view(whole);
    std::string out;
    out.reserve(rest.size());
    while (!rest.empty()) {
        const std::size_t plain = static_cast<std::size_t>(
            std::find_if_not(rest.begin(), rest.end(), is_plain_byte) - rest.begin());
        out += rest.substr(0, plain);
        rest.remove_prefix(plain);
        if (rest.empty()) break;
        const std::string_view before = rest;
        const char32_t c = take_code_point(rest);
        if (is_unseen(c))
            append_escape(out, c);
        else
            out += before.substr(0, before.size() - rest.size());
    }
    return out;
}

std::string bounded(std::string_view text, std::size_t bytes_max, std::string_view entry,
                    bool reads_results) {
    if (text.size() <= bytes_max) return std::string(text);
    constexpr std::size_t k_mark_max = 160;
    const std::size_t room = bytes_max > k_mark_max ? bytes_max - k_mark_max : 0;
    const std::string_view first = first_bytes(text, room / 4 * 3);
    std::size_t tail = room - room / 4 * 3;
    while (tail > 0 && is_utf8_continuation(text[text.size() - tail])) --tail;
    std::string mark = "\n[bytes " + std::to_string(first.size()) + " to " +
                       std::to_string(text.size() - tail) + " of " + std::to_string(text.size()) +
                       " are left out here";
    if (!entry.empty())
        mark += reads_results ? "; read_result with entry \"" + std::string(entry) + "\" reads them"
                              : "; entry " + std::string(entry) + " has the whole";
    mark += "]\n";
    std::string out(first);
    out += mark;
    out += text.substr(text.size() - tail);
    return out;
}

std::string fenced(std::string_view text, std::string_view origin, Entropy& entropy) {
    const std::string nonce = random_id(entropy).substr(0, k_nonce);
    return std::string(k_fence_begin) + nonce + " of " + std::string(origin) +
           std::string(k_fence_head_end) + std::string(text) + std::string(k_fence_end) + nonce +
           "]";
}

std::string_view unfenced(std::string_view text) noexcept {
    const std::size_t head_end = text.find(k_fence_head_end);
    const std::size_t tail = k_fence_end.size() + k_nonce + 1;
    if (text.substr(0, k_fence_begin.size()) != k_fence_begin ||
        head_end == std::string_view::npos ||
        text.size() < head_end + k_fence_head_end.size() + tail)
        return text;
    const std::string_view nonce = text.substr(k_fence_begin.size(), k_nonce);
    const std::string_view end = text.substr(text.size() - tail);
    const bool is_whole = end.substr(0, k_fence_end.size()) == k_fence_end &&
                          end.substr(k_fence_end.size(), k_nonce) == nonce && end.back() == ']';
    if (!is_whole) return text;
    text.remove_suffix(tail);
    text.remove_prefix(head_end + k_fence_head_end.size());
    return text;
}

}  // namespace iam::chat
