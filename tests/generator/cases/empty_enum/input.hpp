#pragma once

#include <iam/annotations.hpp>

namespace desk {

enum class Id : unsigned {};

/// Finds.
[[iam::tool({.read_only = true})]] bool find(Id id);  // iam-error: enumerators

}  // namespace desk
