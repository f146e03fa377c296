#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Charges.
[[iam::tool({.idempotent = true})]] void charge(int cents);
/// Counts.
[[iam::tool({.idempotent = true})]] int count(int result);

[[iam::undo(charge)]] void refund(int result);  // iam-error: returns nothing, so there is no 'result'
[[iam::preview(charge)]] iam::Preview show(int result);  // iam-error: a preview runs before the call
[[iam::undo(count)]] void uncount(int result);  // iam-error: rename the parameter

}  // namespace desk
