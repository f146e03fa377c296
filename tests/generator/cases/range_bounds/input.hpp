#pragma once

#include <iam/annotations.hpp>

#include <cstdint>

namespace desk {

/// Sets.
[[iam::tool({.idempotent = true})]] void set([[iam::range(5, 4)]] int a,                  // iam-error: is empty
                                             [[iam::range(0.5, 4)]] int b,                // iam-error: fractional bound
                                             [[iam::range(0, 256)]] std::uint8_t c,       // iam-error: which holds 0 to 255
                                             [[iam::range(iam::none, iam::none)]] int d,  // iam-error: leaves both sides open
                                             [[iam::range(0, 1e39)]] float e,             // iam-error: goes beyond its type
                                             [[iam::range(0, 1e400)]] double f);          // iam-error: larger than any number there is

}  // namespace desk
