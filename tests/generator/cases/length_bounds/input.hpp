#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Sets.
[[iam::tool({.idempotent = true})]] void set([[iam::length(5, 4)]] std::string a,     // iam-error: is empty
                                             [[iam::length(-1, 4)]] std::string b,    // iam-error: below 0
                                             [[iam::length(0.5, 4)]] std::string c);  // iam-error: fractional bound

}  // namespace desk
