// Judges labels of IDNA code point by code point.
#include "schema/formats/idna.hpp"

#include "schema/unicode/unicode.hpp"

#include <algorithm>
#include <cstddef>

namespace iam::schema {
namespace {

using unicode::Bidi;
using unicode::Idna;
using unicode::Joining;

constexpr char32_t k_zero_width_non_joiner = 0x200C;

Joining joining_of(char32_t code) noexcept {
    return unicode::label_properties_of(code).joining;
}

Bidi bidi_of(char32_t code) noexcept {
    return unicode::label_properties_of(code).bidi;
}

bool is_mark(char32_t code) noexcept {
    using unicode::Category;
    const Category category = unicode::category_of(code);
    return category == Category::mc || category == Category::me || category == Category::mn;
}

bool has_script(char32_t code, std::string_view name) noexcept {
    return unicode::script_of(code) == unicode::script_named(name);
}

bool is_arabic_digit(char32_t code) noexcept {
    return code >= 0x660 && code <= 0x669;
}

bool is_extended_arabic_digit(char32_t code) noexcept {
    return code >= 0x6F0 && code <= 0x6F9;
}

bool is_kana_or_han(char32_t code) noexcept {
    return has_script(code, "Hiragana") || has_script(code, "Katakana") || has_script(code, "Han");
}

// Appendix A.1: the code point stands between letters joining towards it. Transparent characters
// may lie in between.
bool joins_both_sides(std::u32string_view label, std::size_t at) noexcept {
    std::size_t left = at;
    while (left > 0 && joining_of(label[left - 1]) == Joining::transparent) --left;
    if (left == 0) return false;
    const Joining before = joining_of(label[left - 1]);
    std::size_t right = at + 1;
    while (right < label.size() && joining_of(label[right]) == Joining::transparent) ++right;
    if (right == label.size()) return false;
    const Joining after = joining_of(label[right]);
    return (before == Joining::left || before == Joining::dual) &&
           (after == Joining::right || after == Joining::dual);
}

bool may_join(std::u32string_view label, std::size_t at) noexcept {
    if (at > 0 && unicode::label_properties_of(label[at - 1]).is_virama) return true;
    return label[at] == k_zero_width_non_joiner && joins_both_sides(label, at);
}

// Checks the rules of appendix A.3 to A.9.
bool fits_context(std::u32string_view label, std::size_t at) noexcept {
    const char32_t before = at > 0 ? label[at - 1] : 0;
    const char32_t after = at + 1 < label.size() ? label[at + 1] : 0;
    switch (label[at]) {
        case 0xB7:  // middle dot
            return before == U'l' && after == U'l';
        case 0x375:  // Greek keraia
            return has_script(after, "Greek");
        case 0x5F3:  // Hebrew geresh and gershayim
        case 0x5F4:
            return has_script(before, "Hebrew");
        case 0x30FB:  // katakana middle dot
            return std::any_of(label.begin(), label.end(), is_kana_or_han);
        default:
            return is_arabic_digit(label[at])
                       ? std::none_of(label.begin(), label.end(), is_extended_arabic_digit)
                       : std::none_of(label.begin(), label.end(), is_arabic_digit);
    }
}

bool is_allowed(std::u32string_view label, std::size_t at) noexcept {
    switch (unicode::label_properties_of(label[at]).idna) {
        case Idna::valid:
            return true;
        case Idna::context_joiner:
            return may_join(label, at);
        case Idna::context_other:
            return fits_context(label, at);
        case Idna::disallowed:
            return false;
    }
    return false;
}

bool takes(bool right_to_left, Bidi bidi) noexcept {
    if (bidi == Bidi::en || bidi == Bidi::neutral || bidi == Bidi::nsm) return true;
    if (right_to_left) return bidi == Bidi::r || bidi == Bidi::al || bidi == Bidi::an;
    return bidi == Bidi::l;
}

}  // namespace

bool is_u_label(std::u32string_view label) {
    if (label.empty() || label.front() == U'-' || label.back() == U'-') return false;
    if (label.size() >= 4 && label[2] == U'-' && label[3] == U'-') return false;
    if (is_mark(label.front())) return false;
    for (std::size_t at = 0; at < label.size(); ++at)
        if (!is_allowed(label, at)) return false;
    return true;
}

bool is_right_to_left(std::u32string_view label) noexcept {
    return std::any_of(label.begin(), label.end(), [](char32_t code) {
        const Bidi bidi = bidi_of(code);
        return bidi == Bidi::r || bidi == Bidi::al || bidi == Bidi::an;
    });
}

bool keeps_bidi_rule(std::u32string_view label) noexcept {
    const Bidi first = bidi_of(label.front());
    const bool right_to_left = first == Bidi::r || first == Bidi::al;
    if (!right_to_left && first != Bidi::l) return false;
    bool european = false;
    bool arabic = false;
    Bidi last = first;
    for (const char32_t code : label) {
        const Bidi bidi = bidi_of(code);
        if (!takes(right_to_left, bidi)) return false;
        european = european || bidi == Bidi::en;
        arabic = arabic || bidi == Bidi::an;
        if (bidi != Bidi::nsm) last = bidi;
    }
    if (european && arabic) return false;
    if (right_to_left) return last != Bidi::neutral;
    return last == Bidi::l || last == Bidi::en;
}

}  // namespace iam::schema
