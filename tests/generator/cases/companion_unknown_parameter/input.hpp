#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Charges.
[[iam::tool({.idempotent = true})]] int charge(int cents, int customer);

[[iam::preview(charge)]] iam::Preview show(int cent);  // iam-error: Did you mean 'cents'?
[[iam::undo(charge)]] void refund(int cents, bool all);  // iam-error: takes 'all', which the tool does not have

}  // namespace desk
