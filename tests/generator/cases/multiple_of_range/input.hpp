#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Turns.
[[iam::tool({.read_only = true})]] int turn(
    [[iam::range(1, 9), iam::multiple_of(10)]] int a,            // iam-error: leaves no value in the range (1, 9)
    [[iam::range(-9, -1), iam::multiple_of(10)]] int b,          // iam-error: leaves no value
    [[iam::range(0.31, 0.39), iam::multiple_of(0.1)]] double c,  // iam-error: leaves no value
    [[iam::range(251, iam::none), iam::multiple_of(50)]] unsigned char d,  // iam-error: leaves no value
    [[iam::range(0.25, 0.34), iam::multiple_of(0.1)]] double e,
    [[iam::range(-5, 5), iam::multiple_of(10)]] int f,
    [[iam::range(9, 10), iam::multiple_of(10)]] int g,
    [[iam::range(1e300, iam::none), iam::multiple_of(3)]] double h);

}  // namespace desk
