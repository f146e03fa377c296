#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Charges.
[[iam::tool({.idempotent = true})]] int charge(int cents);

[[iam::undo(chrage)]] void refund(int cents);  // iam-error: chrage
[[iam::preview("charg")]] iam::Preview show(int cents);  // iam-error: charg

}  // namespace desk
