#pragma once

#include <iam/annotations.hpp>

#include "window.hpp"

namespace desk {

/// Moves it.
[[iam::tool({.read_only = true})]] int move(int far, int near);  // iam-error: parameter 2 has no name

}  // namespace desk
