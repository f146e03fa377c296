#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds.
[[iam::tool({.read_only = "yes", .idempotent = true})]] int add(int a);  // iam-error: read_only

/// Divides.
[[iam::tool({.name = 5, .read_only = true})]] int divide(int a);  // iam-error: option 'name' takes a string

/// Waits.
[[iam::tool({.read_only = true, .timeout_ms = 2.5})]] int wait(int a);  // iam-error: timeout_ms

/// Asks.
[[iam::tool({.policy = 1, .read_only = true})]] int ask(int a);  // iam-error: policy

}  // namespace desk
