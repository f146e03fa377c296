// Durations as people type them.
#pragma once

#include <iam/core/result.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace iam::question {

/// "90s", "15m", "2h", "7d"; parts may follow each other: "1h30m". At most 3650 days; zero is an
/// error.
Result<std::chrono::milliseconds> parse_duration(std::string_view text);

/// As parse_duration() reads it, "1h30m"; "0s" for nothing.
std::string duration_text(std::chrono::seconds duration);

}  // namespace iam::question
