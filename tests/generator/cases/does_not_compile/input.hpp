#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = true})]] int add(Missing a);  // iam-error: unknown type name 'Missing'

}  // namespace desk
