#pragma once

#include <iam/annotations.hpp>

#include <future>
#include <optional>
#include <string>

namespace desk {

/// Rings.
[[iam::tool({.idempotent = false})]] int ring(int times, [[iam::secret]] std::string pin);
[[iam::reconcile(ring)]] bool has_rung(int times);  // iam-error: std::optional<int>

/// Knocks.
[[iam::tool({.idempotent = false})]] void knock(int times);
[[iam::reconcile(knock)]] std::optional<int> has_knocked(int times);  // iam-error: bool, true

/// Counts.
[[iam::tool({.idempotent = false})]] int count();
[[iam::reconcile(count)]] std::future<std::optional<int>> has_counted();  // iam-error: std::optional<int>

/// Adds.
[[iam::tool({.idempotent = false})]] int add(int a, [[iam::secret]] std::string pin);
[[iam::reconcile(add)]] std::optional<int> has_added(
    int result,                // iam-error: does not have
    const std::string& pin);   // iam-error: holds a secret

}  // namespace desk
