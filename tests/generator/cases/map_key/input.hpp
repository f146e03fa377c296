#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <utility>
#include <vector>

namespace desk {

enum class [[iam::flags]] Days { monday = 1, tuesday = 2 };

/// Sums.
[[iam::tool({.read_only = true})]] int sum(std::map<double, int> a,            // iam-error: std::string
                                           std::map<std::vector<int>, int> b,  // iam-error: enum keys
                                           std::map<Days, int> c);             // iam-error: enum keys

}  // namespace desk
