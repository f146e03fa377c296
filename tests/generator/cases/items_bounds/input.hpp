#pragma once

#include <iam/annotations.hpp>

#include <array>
#include <string>
#include <vector>

namespace desk {

/// Looks.
[[iam::tool({.read_only = true})]] int look([[iam::items(1, 2)]] const std::string& text,       // iam-error: items goes on a list or map of any length
                                            [[iam::items(1, 2)]] std::array<int, 2> array,      // iam-error: items goes on a list or map of any length
                                            [[iam::items(2, 1)]] std::vector<int> turned,       // iam-error: the items (2, 1) of 'turned' is empty
                                            [[iam::items(-1, 1)]] std::vector<int> negative,    // iam-error: below 0
                                            [[iam::items(1, 2), iam::length(1, 2)]] std::vector<int> both,  // iam-error: items and length both count
                                            [[iam::items(1, 2)]] std::vector<int> few = {});    // iam-error: has 0 elements

}  // namespace desk
