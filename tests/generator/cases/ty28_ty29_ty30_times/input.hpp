#pragma once

#include <iam/annotations.hpp>

#include <chrono>
#include <vector>

namespace desk {

struct Plan {
    std::chrono::minutes length = std::chrono::hours(2);  ///< how long
    std::chrono::sys_days day;
    std::chrono::hh_mm_ss<std::chrono::seconds> start;
};

/// Plans.
[[iam::tool({.read_only = true})]] std::chrono::system_clock::time_point plan(
    Plan plan, [[iam::range(0, 10)]] std::chrono::duration<double> rest, std::vector<std::chrono::microseconds> laps,
    std::chrono::duration<int, std::ratio<1, 30>> frames, std::chrono::sys_seconds a,
    std::chrono::sys_time<std::chrono::milliseconds> b, std::chrono::year_month_day c,
    std::chrono::hh_mm_ss<std::chrono::milliseconds> d);

}  // namespace desk
