#pragma once

#include <iam/annotations.hpp>

#include <array>
#include <deque>
#include <forward_list>
#include <list>
#include <optional>

namespace desk {

struct Grid {
    int size[2] = {3};
    std::array<std::optional<int>, 2> gaps;
};

/// Gives them back.
[[iam::tool({.read_only = true})]] std::list<Grid> lists([[iam::length(1, 4)]] std::deque<int> a,
                                                         std::forward_list<bool> b = {true, false},
                                                         std::array<double, 3> c = {1, 2});

}  // namespace desk
