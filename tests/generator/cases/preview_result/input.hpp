#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Charges.
[[iam::tool({.idempotent = true})]] int charge(int cents);
/// Beeps.
[[iam::tool({.idempotent = true})]] void beep();

[[iam::preview(charge)]] std::string show(int cents);  // iam-error: returns 'std::string'; return iam::Preview
[[iam::preview(beep)]] void show_beep();  // iam-error: returns nothing; return iam::Preview

}  // namespace desk
