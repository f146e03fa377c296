#pragma once

#include <iam/annotations.hpp>

#include <map>

namespace desk {

/// Sums.
[[iam::tool({.read_only = true})]] int sum(std::map<int, int> values);  // iam-error: std::string

}  // namespace desk
