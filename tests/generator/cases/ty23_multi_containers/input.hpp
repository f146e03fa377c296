#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace desk {

/// Takes them.
[[iam::tool({.read_only = true})]] int take(std::multimap<std::string, int> a,  // iam-error: vector of a struct of key and value
                                            std::multiset<int> b,               // iam-error: take std::vector
                                            std::unordered_multimap<int, int> c);  // iam-error: vector of a struct

}  // namespace desk
