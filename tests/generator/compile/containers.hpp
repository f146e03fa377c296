// Every list, set, map, array and view that a tool may take and give back.
#pragma once

#include <iam/annotations.hpp>

#include <array>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace containers {

enum class Side { left, right, port = left };

/// Gives all back in one.
[[iam::tool({.read_only = true})]] std::deque<int> chained(std::deque<int> a,
                                                           const std::list<int>& b,
                                                           std::forward_list<int> c = {7, 8},
                                                           std::vector<std::string> words = {"x"});

struct Matrix {
    std::array<double, 2> origin{1, 2};
    int size[3];
    std::array<std::array<bool, 2>, 2> flags{};
};

/// Gives it back.
[[iam::tool({.read_only = true})]] Matrix turned(Matrix matrix, std::array<int, 2> by = {{3, 4}});

/// Gives what is in both.
[[iam::tool({.read_only = true})]] std::unordered_set<std::string> common(
    const std::set<std::string>& a, std::unordered_set<std::string> b,
    const std::set<Side>& sides = {Side::right});

/// Gives them back; no number is there twice.
[[iam::tool({.read_only = true})]] std::vector<int> each_once(
    [[iam::unique, iam::items(1, 3)]] std::vector<int> numbers,
    [[iam::unique]] std::array<double, 2> pair = {1, 2});

/// Their sum.
[[iam::tool({.read_only = true})]] int sum(std::span<const int> numbers,
                                           std::span<const std::int8_t, 2> pair);

/// Gives it back.
[[iam::tool({.read_only = true})]] std::unordered_map<std::string, int> shuffled(
    std::unordered_map<std::string, int> values);

/// Gives the numbers under the other side.
[[iam::tool({.read_only = true})]] std::map<Side, std::map<std::int8_t, bool>> mirrored(
    std::map<Side, std::map<std::int8_t, bool>> sides);

}  // namespace containers
