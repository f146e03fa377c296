// Decodes and encodes Punycode. The names are from RFC 3492 §6.
#include "schema/formats/punycode.hpp"

#include "schema/unicode/code_points.hpp"

#include <algorithm>
#include <cstdint>

namespace iam::schema {
namespace {

constexpr std::uint32_t k_base = 36;
constexpr std::uint32_t k_t_min = 1;
constexpr std::uint32_t k_t_max = 26;
constexpr std::uint32_t k_initial_bias = 72;
constexpr char32_t k_initial_n = 0x80;

std::uint32_t adapted(std::uint32_t delta, std::uint32_t points, bool first) noexcept {
    constexpr std::uint32_t k_damp = 700;
    constexpr std::uint32_t k_skew = 38;
    delta = first ? delta / k_damp : delta / 2;
    delta += delta / points;
    std::uint32_t k = 0;
    for (; delta > (k_base - k_t_min) * k_t_max / 2; k += k_base) delta /= k_base - k_t_min;
    return k + (k_base - k_t_min + 1) * delta / (delta + k_skew);
}

std::uint32_t threshold(std::uint32_t k, std::uint32_t bias) noexcept {
    return std::clamp(k <= bias ? 0 : k - bias, k_t_min, k_t_max);
}

std::optional<std::uint32_t> digit_of(char c) noexcept {
    if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a');
    if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
    if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0') + 26;
    return std::nullopt;
}

char digit(std::uint32_t value) noexcept {
    return static_cast<char>(value < 26 ? 'a' + value : '0' + (value - 26));
}

// Takes one number of variable length off the front. The bound ends it before 64 bits overflow: an
// overflow takes more than 63 digits.
std::optional<std::uint64_t> take_number(std::string_view& text, std::uint32_t bias) noexcept {
    constexpr std::uint64_t k_most = std::uint64_t{k_last_code_point} * (k_label_bytes_max + 1);
    std::uint64_t number = 0;
    std::uint64_t weight = 1;
    for (std::uint32_t k = k_base;; k += k_base) {
        if (text.empty()) return std::nullopt;
        const auto value = digit_of(text.front());
        if (!value) return std::nullopt;
        text.remove_prefix(1);
        number += *value * weight;
        if (number > k_most || weight > k_most) return std::nullopt;
        const std::uint32_t t = threshold(k, bias);
        if (*value < t) return number;
        weight *= k_base - t;
    }
}

void append_number(std::pmr::string& text, std::uint32_t number, std::uint32_t bias) {
    for (std::uint32_t k = k_base;; k += k_base) {
        const std::uint32_t t = threshold(k, bias);
        if (number < t) break;
        text += digit(t + (number - t) % (k_base - t));
        number = (number - t) / (k_base - t);
    }
    text += digit(number);
}

}  // namespace

std::optional<std::pmr::u32string> from_punycode(std::string_view text,
                                                 std::pmr::memory_resource& room) {
    if (text.size() > k_label_bytes_max) return std::nullopt;
    std::pmr::u32string label(&room);
    label.reserve(text.size());
    if (const std::size_t dash = text.rfind('-'); dash != text.npos) {
        label.assign(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(dash));
        text.remove_prefix(dash + 1);
    }
    std::uint64_t n = k_initial_n;
    std::uint64_t i = 0;
    std::uint32_t bias = k_initial_bias;
    for (bool first = true; !text.empty(); first = false) {
        const auto delta = take_number(text, bias);
        if (!delta) return std::nullopt;
        const auto points = static_cast<std::uint32_t>(label.size()) + 1;
        bias = adapted(static_cast<std::uint32_t>(*delta), points, first);
        i += *delta;
        n += i / points;
        i %= points;
        if (n > k_last_code_point) return std::nullopt;
        label.insert(label.begin() + static_cast<std::ptrdiff_t>(i), static_cast<char32_t>(n));
        ++i;
    }
    return label;
}

std::optional<std::pmr::string> to_punycode(std::u32string_view label,
                                            std::pmr::memory_resource& room) {
    if (label.size() > k_label_bytes_max) return std::nullopt;
    std::pmr::string text(&room);
    text.reserve(2 * k_label_bytes_max);
    for (const char32_t code : label)
        if (code < k_initial_n) text += static_cast<char>(code);
    const auto basic = static_cast<std::uint32_t>(text.size());
    if (basic > 0) text += '-';
    char32_t n = k_initial_n;
    std::uint32_t delta = 0;
    std::uint32_t bias = k_initial_bias;
    for (std::uint32_t done = basic; done < label.size(); ++n, ++delta) {
        char32_t next = k_last_code_point;
        for (const char32_t code : label)
            if (code >= n) next = std::min(next, code);
        delta += (next - n) * (done + 1);
        n = next;
        for (const char32_t code : label) {
            if (code < n) ++delta;
            if (code != n) continue;
            append_number(text, delta, bias);
            bias = adapted(delta, done + 1, done == basic);
            delta = 0;
            ++done;
        }
    }
    if (text.size() > k_label_bytes_max) return std::nullopt;
    return text;
}

}  // namespace iam::schema
