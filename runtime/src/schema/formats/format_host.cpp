// Judges host names: RFC 1123 with the A-labels of IDNA 2008, and names with U-labels.
#include "schema/formats/format_parts.hpp"
#include "schema/formats/idna.hpp"
#include "schema/formats/punycode.hpp"
#include "schema/unicode/code_points.hpp"
#include <iam/core/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <optional>
#include <string>

namespace iam::schema::format {
namespace {

constexpr std::size_t k_hostname_bytes_max = 253;
constexpr std::string_view k_prefix = "xn--";

char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool has_prefix(std::string_view label) noexcept {
    return label.size() >= k_prefix.size() &&
           std::equal(k_prefix.begin(), k_prefix.end(), label.begin(),
                      [](char wanted, char c) { return lower(c) == wanted; });
}

bool is_ldh_label(std::string_view label) noexcept {
    return !label.empty() && label.size() <= k_label_bytes_max && label.front() != '-' &&
           label.back() != '-' && std::all_of(label.begin(), label.end(), [](char c) {
               return is_letter(c) || is_digit(c) || c == '-';
           });
}

bool is_ascii_only(std::u32string_view label) noexcept {
    return std::all_of(label.begin(), label.end(), [](char32_t code) { return code < 0x80; });
}

/// Memory on the stack for all forms of one label of the greatest length.
class LabelRoom {
 public:
    operator std::pmr::memory_resource&() { return memory_; }

 private:
    std::array<std::byte, 1024> bytes_;
    std::pmr::monotonic_buffer_resource memory_{bytes_.data(), bytes_.size()};
};

// The U-label of an A-label; nothing for any other "xn--". Each U-label has one A-label.
std::optional<std::pmr::u32string> decoded(std::string_view label, LabelRoom& room) {
    std::array<char, k_label_bytes_max> letters;
    label.remove_prefix(k_prefix.size());
    std::transform(label.begin(), label.end(), letters.begin(), lower);
    const std::string_view code(letters.data(), label.size());
    auto text = from_punycode(code, room);
    if (!text || is_ascii_only(*text) || !is_u_label(*text)) return std::nullopt;
    const auto again = to_punycode(*text, room);
    return again && *again == code ? std::move(text) : std::nullopt;
}

/// The state of a name while its labels are read.
struct Name {
    std::size_t bytes = 0;  ///< bytes of its form in ASCII
    bool right_to_left = false;
    bool keeps_bidi_rule = true;

    void add(std::u32string_view label, std::size_t label_bytes) {
        bytes += label_bytes + (bytes > 0 ? 1 : 0);
        right_to_left = right_to_left || is_right_to_left(label);
        keeps_bidi_rule = keeps_bidi_rule && schema::keeps_bidi_rule(label);
    }
    bool is_good() const noexcept {
        return bytes <= k_hostname_bytes_max && (!right_to_left || keeps_bidi_rule);
    }
};

bool add_ascii(Name& name, std::string_view label) {
    if (!is_ldh_label(label)) return false;
    if (!has_prefix(label)) {
        std::array<char32_t, k_label_bytes_max> folded;
        std::transform(label.begin(), label.end(), folded.begin(),
                       [](char c) { return static_cast<unsigned char>(lower(c)); });
        name.add({folded.data(), label.size()}, label.size());
        return true;
    }
    LabelRoom room;
    const auto text = decoded(label, room);
    if (text) name.add(*text, label.size());
    return text.has_value();
}

bool add_wide(Name& name, std::u32string_view label) {
    if (!is_u_label(label)) return false;
    LabelRoom room;
    const auto code = to_punycode(label, room);
    if (!code || code->size() + k_prefix.size() > k_label_bytes_max) return false;
    name.add(label, code->size() + k_prefix.size());
    return true;
}

// RFC 5890 reserves labels with "--" at their third place for encodings. "xn--" is the only one.
bool is_reserved(std::string_view label) noexcept {
    return label.size() >= 4 && label.substr(2, 2) == "--" && !has_prefix(label);
}

bool is_dot(char32_t code) noexcept {
    return code == U'.' || code == 0x3002 || code == 0xFF0E || code == 0xFF61;
}

bool add_label(Name& name, std::u32string_view label) {
    if (!is_ascii_only(label)) return add_wide(name, label);
    if (label.size() > k_label_bytes_max) return false;
    std::array<char, k_label_bytes_max> letters;
    std::transform(label.begin(), label.end(), letters.begin(),
                   [](char32_t code) { return static_cast<char>(code); });
    const std::string_view text(letters.data(), label.size());
    return !is_reserved(text) && add_ascii(name, text);
}

}  // namespace

bool is_hostname(std::string_view text) {
    if (text.size() > k_hostname_bytes_max) return false;
    Name name;
    while (true) {
        const std::size_t dot = std::min(text.find('.'), text.size());
        if (!add_ascii(name, text.substr(0, dot))) return false;
        if (dot == text.size()) return name.is_good();
        text.remove_prefix(dot + 1);
    }
}

bool is_idn_hostname(std::string_view text) {
    // In the name's ASCII form, no character takes less than a quarter of its bytes in UTF-8.
    if (text.size() > 4 * k_hostname_bytes_max || !is_valid_utf8(text)) return false;
    std::array<char32_t, 4 * k_hostname_bytes_max> codes;
    char32_t* last = codes.data();
    while (!text.empty()) *last++ = take_code_point(text);
    Name name;
    const char32_t* start = codes.data();
    while (true) {
        const char32_t* const end = std::find_if<const char32_t*>(start, last, is_dot);
        if (!add_label(name, {start, static_cast<std::size_t>(end - start)})) return false;
        if (end == last) return name.is_good();
        start = end + 1;
    }
}

}  // namespace iam::schema::format
