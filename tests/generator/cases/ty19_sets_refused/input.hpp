#pragma once

#include <iam/annotations.hpp>

#include <functional>
#include <set>

namespace desk {

/// Takes them.
[[iam::tool({.read_only = true})]] int take(std::set<int, std::greater<int>> a);  // iam-error: leave it out

}  // namespace desk
