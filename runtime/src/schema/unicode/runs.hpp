// Reads tables of runs. Each entry holds the code point where a run begins (upper 24 bits) and its
// value (lower 8). A run ends at the next entry.
#pragma once

#include "schema/unicode/code_points.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace iam::schema::unicode {

using Runs = std::span<const std::uint32_t>;

/// The table's value for a code point. The table's first run begins at 0.
inline std::uint8_t value_at(Runs runs, char32_t code) noexcept {
    const auto after =
        std::upper_bound(runs.begin(), runs.end(), (static_cast<std::uint32_t>(code) << 8) | 0xFF);
    return static_cast<std::uint8_t>(*(after - 1) & 0xFF);
}

/// All code points with a value that satisfies `wanted`.
template <class Wanted>
CodePointSet code_points_with(Runs runs, Wanted wanted) {
    std::vector<CodePointRange> ranges;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!wanted(static_cast<std::uint8_t>(runs[i] & 0xFF))) continue;
        const char32_t last = i + 1 < runs.size() ? (runs[i + 1] >> 8) - 1 : k_last_code_point;
        ranges.push_back({runs[i] >> 8, last});
    }
    return normalised(std::move(ranges));
}

}  // namespace iam::schema::unicode
