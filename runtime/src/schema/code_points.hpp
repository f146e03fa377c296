// Code points of a text, and sets of them as sorted ranges.
#pragma once

#include <iam/schema/pattern_tree.hpp>

#include <string>
#include <string_view>

namespace iam::schema {

inline constexpr char32_t k_last_code_point = 0x10FFFF;

constexpr bool is_lead_surrogate(char32_t code) noexcept {
    return code >= 0xD800 && code <= 0xDBFF;
}
constexpr bool is_trail_surrogate(char32_t code) noexcept {
    return code >= 0xDC00 && code <= 0xDFFF;
}

/// Takes the first code point of a text off it. The text is well-formed UTF-8 and not empty.
char32_t take_code_point(std::string_view& text) noexcept;
/// The code points of well-formed UTF-8.
std::u32string code_points(std::string_view text);

/// Ranges in any order, with overlaps and surrogates, as a set.
CodePointSet normalised(std::vector<CodePointRange> ranges);
/// Every scalar value that is not in the set.
CodePointSet complement(const CodePointSet& set);
bool contains(const CodePointSet& set, char32_t code) noexcept;

}  // namespace iam::schema
