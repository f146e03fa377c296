#pragma once

#include <iam/annotations.hpp>

namespace desk {

// A macro that comes to itself, and one that is not used, hide nothing.
#define iam iam
/// Adds.
/// @param a the first
[[iam::tool({.read_only = true})]] int add(int a);
#undef iam

#define iam() gnu
/// Counts.
[[iam::tool({.read_only = true})]] int count();
#undef iam

#define iam gnu
#define TAG [[iam::tool]]
[[iam::tool({.read_only = true})]] int hidden();  // iam-error: a macro called iam takes the place
[[using iam: tool]] int hidden_too();             // iam-error: a macro called iam takes the place
[[nodiscard, iam :: /* */ secret]] int other();   // iam-error: a macro called iam takes the place
TAG int hidden_twice();                           // iam-error: a macro called iam takes the place
#undef iam

}  // namespace desk
