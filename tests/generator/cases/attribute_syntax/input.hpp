#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Adds.
[[iam::tool(.name = "plus")]] int add(int a,                          // iam-error: write [[iam::tool({.name = …})]]
                                      [[iam::range(0, k_most)]] int b,  // iam-error: write [[iam::range(lo, hi)]]
                                      [[iam::pattern("a" 5)]] std::string c);  // iam-error: write [[iam::pattern("re")]]

}  // namespace desk
