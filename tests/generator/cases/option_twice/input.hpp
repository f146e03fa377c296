#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true, .read_only = false})]] int add(int a);  // iam-error: read_only

}  // namespace desk
