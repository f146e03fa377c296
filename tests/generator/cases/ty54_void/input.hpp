#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Beeps.
[[iam::tool({.idempotent = true})]] void beep();

}  // namespace desk
