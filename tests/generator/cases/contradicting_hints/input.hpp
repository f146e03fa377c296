#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Beeps.
[[iam::tool({.read_only = true, .destructive = true})]] void beep();  // iam-error: cannot both be

}  // namespace desk
