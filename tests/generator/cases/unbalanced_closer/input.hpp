#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true})]] int add([[iam::range(1, 2))]] int a);  // iam-error: brackets in the arguments of iam::range

}  // namespace desk
