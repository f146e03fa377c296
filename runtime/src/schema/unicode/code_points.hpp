// Works on sets of code points kept as sorted ranges.
#pragma once

#include <iam/core/utf8.hpp>
#include <iam/schema/pattern_tree.hpp>

namespace iam::schema {

inline constexpr char32_t k_last_code_point = 0x10FFFF;

constexpr bool is_lead_surrogate(char32_t code) noexcept {
    return code >= 0xD800 && code <= 0xDBFF;
}
constexpr bool is_trail_surrogate(char32_t code) noexcept {
    return code >= 0xDC00 && code <= 0xDFFF;
}

/// Makes a set of ranges in any order, with overlaps and surrogates.
CodePointSet normalised(std::vector<CodePointRange> ranges);
/// Every scalar value outside of the set.
CodePointSet complement(const CodePointSet& set);
bool contains(const CodePointSet& set, char32_t code) noexcept;

}  // namespace iam::schema
