#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Beeps.
[[iam::tool({.policy = iam::allow, .idempotent = true})]] void beep();  // iam-error: neither read_only nor has an undo
/// Wipes.
[[iam::tool({.policy = iam::allow, .destructive = true})]] void wipe();  // iam-error: is destructive
[[iam::undo(wipe)]] void unwipe();
/// Reads.
[[iam::tool({.policy = iam::allow, .read_only = true})]] int read_it();

}  // namespace desk
