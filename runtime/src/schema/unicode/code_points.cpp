// Sorts and merges ranges of code points.
#include "schema/unicode/code_points.hpp"

#include <algorithm>

namespace iam::schema {
namespace {

constexpr CodePointRange k_surrogates{0xD800, 0xDFFF};

// Appends the range without the surrogates in it.
void append_scalars(CodePointSet& set, CodePointRange range) {
    if (range.first < k_surrogates.first)
        set.push_back({range.first, std::min<char32_t>(range.last, k_surrogates.first - 1)});
    if (range.last > k_surrogates.last)
        set.push_back({std::max<char32_t>(range.first, k_surrogates.last + 1), range.last});
}

}  // namespace

CodePointSet normalised(std::vector<CodePointRange> ranges) {
    CodePointSet scalars;
    scalars.reserve(ranges.size() + 1);
    for (const CodePointRange range : ranges) append_scalars(scalars, range);
    std::sort(scalars.begin(), scalars.end(),
              [](CodePointRange a, CodePointRange b) { return a.first < b.first; });
    CodePointSet set;
    for (const CodePointRange range : scalars) {
        if (!set.empty() && range.first <= set.back().last + 1)
            set.back().last = std::max(set.back().last, range.last);
        else
            set.push_back(range);
    }
    return set;
}

CodePointSet complement(const CodePointSet& set) {
    std::vector<CodePointRange> ranges;
    char32_t next = 0;
    for (const CodePointRange range : set) {
        if (range.first > next) ranges.push_back({next, range.first - 1});
        next = range.last + 1;
    }
    if (next <= k_last_code_point) ranges.push_back({next, k_last_code_point});
    return normalised(std::move(ranges));
}

bool contains(const CodePointSet& set, char32_t code) noexcept {
    const auto after =
        std::upper_bound(set.begin(), set.end(), code,
                         [](char32_t value, CodePointRange range) { return value < range.first; });
    return after != set.begin() && code <= std::prev(after)->last;
}

}  // namespace iam::schema
