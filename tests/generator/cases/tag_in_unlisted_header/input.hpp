#pragma once

#include "other.hpp"

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true})]] int add(int a);

}  // namespace desk
