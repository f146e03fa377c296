#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct Account {
    [[iam::undo("charge")]] void refund(int cents);  // iam-error: make it a free function
};

/// Charges.
[[iam::tool({.idempotent = true})]] int charge(int cents);

}  // namespace desk
