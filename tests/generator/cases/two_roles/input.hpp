#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Charges.
[[iam::tool({.idempotent = true})]] int charge(int cents);

/// Takes back.
[[iam::tool({.idempotent = true}), iam::undo(charge)]] void refund(int cents);  // iam-error: both tool and undo

}  // namespace desk
