// B7 a parameter without a name is reported as such, and not as one named '' that nothing is said about.
#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Counts.
[[iam::tool({.read_only = true})]] int count(int);  // iam-error: parameter 1 has no name

}  // namespace desk
