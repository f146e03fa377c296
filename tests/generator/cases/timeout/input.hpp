#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Waits.
[[iam::tool({.read_only = true, .timeout_ms = 0})]] int wait();  // iam-error: give 1 to 86400000
/// Waits longer.
[[iam::tool({.read_only = true, .timeout_ms = 86'400'001})]] int wait_longer();  // iam-error: give 1 to 86400000

}  // namespace desk
