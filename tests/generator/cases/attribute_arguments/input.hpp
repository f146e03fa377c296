#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true})]] int add([[iam::range(0)]] int a,             // iam-error: range
                                           [[iam::range(0, "x")]] int b,        // iam-error: range
                                           [[iam::pattern(5)]] std::string c,   // iam-error: pattern
                                           [[iam::multiple_of]] int d,          // iam-error: multiple_of
                                           [[iam::secret(1)]] std::string e,    // iam-error: secret
                                           [[iam::length(1, 2, 3)]] std::string f);  // iam-error: length

/// Multiplies.
[[iam::tool("multiply")]] int multiply(int a);  // iam-error: tool

[[iam::preview]] iam::Preview preview_add();  // iam-error: preview

}  // namespace desk
