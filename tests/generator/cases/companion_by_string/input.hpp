#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

/// Adds numbers.
[[iam::tool({.name = "add_numbers", .idempotent = true})]] int add(int a);
/// Adds texts.
[[iam::tool({.name = "add_texts", .idempotent = true})]] int add(const std::string& a);

[[iam::undo("add_numbers")]] void undo_numbers(int a);
[[iam::undo("add_texts")]] void undo_texts(const std::string& a);

}  // namespace desk
