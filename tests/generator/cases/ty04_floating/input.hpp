#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Scales a length.
[[iam::tool({.read_only = true})]] double scale(float factor, double length);

}  // namespace desk
