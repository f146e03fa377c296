// Structs without a name, arrays of arrays, and enumerations that are flags in one place only.
#pragma once

#include <iam/annotations.hpp>

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace layouts {

enum class Side : unsigned char { none = 0, left = 1, right = 2, both = 3, top = 4 };

struct Box {
    int id;
    __extension__ struct {
        int width = 80;
        [[iam::range(1, 9)]] int depth;
        __extension__ struct { unsigned is_open : 1; };
    };
    double scale = 1.5;
};

struct Board {
    int cells[2][2] = {{1, 2}, {3}};
    char names[2][3];
    Side marks[1][2];
};

/// Gives it back.
[[iam::tool({.read_only = true})]] Box same_box(Box box = {1, {70, 2, {1}}, 2});
/// Gives it back.
[[iam::tool({.read_only = true})]] Board same_board(Board board);

/// Says which side comes first, and all of them.
[[iam::tool({.read_only = true})]] std::string sides(Side first,
                                                     [[iam::flags]] Side all = Side::left,
                                                     [[iam::flags]] std::optional<Side> more = {});

using Sides [[iam::flags]] = Side;
/// Gives them back in reverse.
[[iam::tool({.read_only = true})]] std::vector<Sides> turned_sides(std::vector<Sides> list);

/// Gives them back.
[[iam::tool({.read_only = true})]] std::unordered_set<int> ordered_numbers(
    std::unordered_set<int, std::hash<int>, std::equal_to<>> set);

using Entry = std::pair<std::string, std::optional<int>>;
/// Takes the parts of a pair apart.
[[iam::tool({.idempotent = false})]] Entry stored(
    std::pair<Entry, bool> entry,
    [[iam::example(R"({"first": "b"})")]] std::optional<Entry> other = {});
[[iam::undo(stored)]] void unstored(const std::pair<Entry, bool>& entry, const Entry& result);

}  // namespace layouts
