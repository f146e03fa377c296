#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true})]] int add([[iam::tol(])]] int a);  // iam-error: brackets in the arguments of iam::tol

}  // namespace desk
