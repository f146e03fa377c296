#pragma once

#include <iam/annotations.hpp>

#include <set>
#include <string>
#include <unordered_set>

namespace desk {

enum class Side { left, right };

/// Gives them back.
[[iam::tool({.read_only = true})]] std::unordered_set<int> sets(const std::set<std::string>& a,
                                                                [[iam::length(1, 2)]] std::set<Side> b = {Side::right});

}  // namespace desk
