#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.readonly = true, .idempotent = true})]] int add(int a);  // iam-error: Did you mean 'read_only'?

}  // namespace desk
