#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Charges.
[[iam::tool({.idempotent = true})]] int charge(int cents);

[[iam::undo(charge)]] bool refund(int result);  // iam-error: returns 'bool', which nobody would look at

}  // namespace desk
