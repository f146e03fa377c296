// The manifest in full: every bound that the decoder holds a value to.
#pragma once
#include <iam/annotations.hpp>

#include <vector>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true})]] float add(long long a, unsigned long b, float c, std::vector<std::int64_t> d);

}  // namespace desk
