#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Charges.
[[iam::tool({.idempotent = true})]] int charge(int cents);

[[iam::undo(charge)]] void refund(int cents);
[[iam::undo(charge)]] void refund_all();  // iam-error: second undo
[[iam::preview(charge)]] iam::Preview show(int cents);
[[iam::preview(charge)]] iam::Preview show_more(int cents);  // iam-error: second preview

}  // namespace desk
