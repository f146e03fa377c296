// Days of the calendar, in UTC.
#pragma once

#include <iam/core/result.hpp>

#include <chrono>
#include <string_view>

namespace iam::gen::contract {

using Day = std::chrono::sys_days;

/// "2026-12-31".
Result<Day> read_day(std::string_view text);

}  // namespace iam::gen::contract
