#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Charges.
[[iam::tool({.idempotent = true})]] int charge(int cents, const std::string& customer);

[[iam::preview(charge)]] iam::Preview show(long cents, std::string customer);  // iam-error: must take 'cents' as 'int', and takes 'long'
[[iam::undo(charge)]] void refund(long result);  // iam-error: must take its result as 'int', and takes 'long'

}  // namespace desk
