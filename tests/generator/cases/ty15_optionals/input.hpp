#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>

namespace desk {

/// Renames an alarm, or takes its name away.
[[iam::tool({.idempotent = true})]] std::optional<int> rename(std::optional<std::string> name,
                                                              std::optional<int> id = std::nullopt,
                                                              std::optional<int> limit = 5);

}  // namespace desk
