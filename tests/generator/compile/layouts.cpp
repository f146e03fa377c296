#include "layouts.hpp"

#include <algorithm>

namespace layouts {

Box same_box(Box box) {
    return box;
}

Board same_board(Board board) {
    return board;
}

std::string sides(Side first, Side all, std::optional<Side> more) {
    return std::to_string(static_cast<int>(first)) + "," + std::to_string(static_cast<int>(all)) +
           "," + std::to_string(static_cast<int>(more.value_or(Side::none)));
}

std::vector<Sides> turned_sides(std::vector<Sides> list) {
    std::reverse(list.begin(), list.end());
    return list;
}

std::unordered_set<int> ordered_numbers(
    std::unordered_set<int, std::hash<int>, std::equal_to<>> set) {
    return {set.begin(), set.end()};
}

Entry stored(std::pair<Entry, bool> entry, std::optional<Entry> other) {
    return other ? *other : entry.first;
}

void unstored(const std::pair<Entry, bool>& entry, const Entry& result) {
    if (entry.first != result) throw iam::tool_error("changed", "the result is another one");
}

}  // namespace layouts
