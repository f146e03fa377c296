#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Sets.
[[iam::tool({.idempotent = true})]] void set([[iam::name("")]] int a,             // iam-error: is no name for a member
                                             [[iam::name("has space")]] int b);  // iam-error: is no name for a member

/// Measures.
[[iam::tool({.read_only = true})]] void measure(int größe);  // iam-error: give it another [[iam::name

}  // namespace desk
