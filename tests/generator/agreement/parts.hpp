// Pairs and tuples of different types as portable schemas have them: an object with a member for
// each part.
#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#define SAME(name, ...)                                                                          \
    [[iam::tool({.description = "Gives it back.", .read_only = true})]] inline __VA_ARGS__ name( \
        __VA_ARGS__ value) {                                                                     \
        return value;                                                                            \
    }

namespace same {

using Entry = std::pair<int, std::string>;
struct Shown {
    bool is_shown = true;
    Entry entry{7, "seven"};
    std::optional<Entry> more;
};
SAME(ty24_named_pair, Entry)
SAME(ty24_named_tuple, std::tuple<bool, std::optional<int>, std::vector<int>>)
SAME(ty24_named_in_named, std::pair<std::optional<Entry>, std::map<std::string, Entry>>)
SAME(ty24_named_in_record, Shown)
SAME(ty24_named_in_variant, std::variant<Entry, Shown, bool>)
SAME(ty24_same_parts, std::tuple<int, int, int>)

}  // namespace same

#undef SAME
