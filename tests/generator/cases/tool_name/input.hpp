#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// One.
[[iam::tool({.name = "a.b", .read_only = true})]] int one();  // iam-error: 'a.b' is no name for a tool
/// Two.
[[iam::tool({.name = "", .read_only = true})]] int two();  // iam-error: it is empty

}  // namespace desk
