#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Rings.
[[iam::tool({.idempotent = false})]] void ring();
/// Rings and waits.
void ring();  // iam-warning: say it once

void stop();
/// Stops.
[[iam::tool({.idempotent = true})]] void stop();
/// Stops.
void stop();

}  // namespace desk
