#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
/// @param a left
[[iam::tool({.read_only = true})]] int add(int a, int b);

int add(int a, int b = 2);

}  // namespace desk
