#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Charges.
[[iam::tool({.idempotent = true})]] int charge(int cents);

int untagged(int cents);

[[iam::undo(untagged)]] void refund(int cents);  // iam-error: undo of 'untagged', which is no tool.

}  // namespace desk
