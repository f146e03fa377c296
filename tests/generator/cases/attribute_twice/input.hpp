#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true}), iam::tool({.read_only = true})]] int add(int a);  // iam-error: twice

/// Divides.
[[iam::tool({.read_only = true})]] int divide([[iam::range(0, 5)]] [[iam::range(0, 6)]] int a);  // iam-error: twice

}  // namespace desk
