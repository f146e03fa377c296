#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true})]] int add(int a, int);  // iam-error: has no name

}  // namespace desk
