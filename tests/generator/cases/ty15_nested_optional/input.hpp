#pragma once

#include <iam/annotations.hpp>

#include <optional>

namespace desk {

/// Asks twice.
[[iam::tool({.read_only = true})]] void ask(std::optional<std::optional<int>> a);  // iam-error: optional

}  // namespace desk
