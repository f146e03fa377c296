#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true})]] int add([[iam::range(0, 5)]] int a);
int add([[iam::range(0, 6)]] int a);  // iam-error: another meaning

/// Subtracts.
[[iam::tool({.read_only = true})]] int subtract(int from, int what);
int subtract(int what, int from);  // iam-error: another name  // iam-error: another name

}  // namespace desk
