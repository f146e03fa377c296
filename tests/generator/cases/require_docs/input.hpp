// With --require-docs missing documentation is an error; another warning stays one, or is silenced.
#pragma once
#include <iam/annotations.hpp>

namespace desk {

[[iam::tool({.read_only = true})]] int count();  // iam-error: has no description

/// Adds.
[[iam::tool]] int add(int left);  // iam-error: says nothing about 'left'

/// Subtracts.
/// @param left  the left one
/// @param rihgt  the right one  // iam-warning: Did you mean 'right'?
[[iam::tool({.read_only = true})]] int subtract(int left, [[iam::description("r")]] int right);

}  // namespace desk
