#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Sets.
[[iam::tool({.idempotent = true})]] void set(int a, [[iam::name("a")]] int b);  // iam-error: two members named 'a'

}  // namespace desk
