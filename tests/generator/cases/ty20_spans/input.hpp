#pragma once

#include <iam/annotations.hpp>

#include <span>

namespace desk {

/// Adds up.
[[iam::tool({.read_only = true})]] int sum([[iam::length(1, 9)]] std::span<const int> a, std::span<const double, 2> b);

}  // namespace desk
