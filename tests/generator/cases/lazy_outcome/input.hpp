#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds a line.
[[iam::tool({.destructive = false, .lazy_outcome = true})]] void add_line();  // iam-error: state .read_only = true

}  // namespace desk
