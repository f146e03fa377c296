#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Sets.
[[iam::tool({.idempotent = true})]] void set([[iam::multiple_of(0)]] int a,     // iam-error: is not above 0
                                             [[iam::multiple_of(-5)]] double b,  // iam-error: is not above 0
                                             [[iam::multiple_of(0.5)]] int c);  // iam-error: is fractional

}  // namespace desk
