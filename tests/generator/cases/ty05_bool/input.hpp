#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Turns the light on or off.
/// @param on the new state
[[iam::tool({.idempotent = true})]] bool set_light(bool on);

}  // namespace desk
