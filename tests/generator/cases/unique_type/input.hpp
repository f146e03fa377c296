#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace desk {

/// Looks.
[[iam::tool({.read_only = true})]] int look([[iam::unique]] const std::string& text,            // iam-error: unique goes on a list or array
                                            [[iam::unique]] std::set<int> set,                  // iam-error: a set has no element twice anyway
                                            [[iam::unique]] std::map<std::string, int> map,     // iam-error: unique goes on a list or array
                                            [[iam::unique]] std::vector<int> twice = {1, 1},    // iam-error: has 1 twice
                                            [[iam::unique, iam::example("[2,2]")]] std::vector<int> shown = {});  // iam-error: has 2 twice

}  // namespace desk
