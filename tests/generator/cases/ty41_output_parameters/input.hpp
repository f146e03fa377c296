#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true})]] void add(int a,
                                            int& sum,      // iam-error: return
                                            int* carry,    // iam-error: return
                                            const int* b);  // iam-error: std::optional

}  // namespace desk
