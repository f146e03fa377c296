#pragma once

#include <iam/annotations.hpp>

namespace desk {

[[iam::undo("charge")]] void refund(int result);

/// Charges a customer.
[[iam::tool({.destructive = false})]] int charge(int cents);

}  // namespace desk
