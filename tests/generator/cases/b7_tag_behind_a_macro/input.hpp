// B7 a tag behind a macro that exports its function.
#pragma once

#include <iam/annotations.hpp>

#define DESK_API __attribute__((visibility("default")))

namespace desk {

/// Counts.
DESK_API [[iam::tool({.read_only = true})]] int count();  // iam-error: put [[…]] in front of everything else
/// Adds.
[[iam::tool({.read_only = true})]] DESK_API int add();

}  // namespace desk
