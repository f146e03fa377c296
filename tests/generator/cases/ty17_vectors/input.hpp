#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <vector>

namespace desk {

/// Sorts numbers.
[[iam::tool({.read_only = true})]] std::vector<int> sorted(const std::vector<int>& numbers,
                                                           std::vector<std::vector<std::string>> tables,
                                                           std::vector<bool> flags = {});

}  // namespace desk
