#pragma once

#include <iam/annotations.hpp>

#include <chrono>

namespace desk {

/// Plans.
[[iam::tool({.read_only = true})]] int plan(std::chrono::steady_clock::time_point a,               // iam-error: take std::chrono::sys_time
                                            std::chrono::sys_time<std::chrono::hours> b,           // iam-error: take std::chrono::sys_seconds
                                            std::chrono::hh_mm_ss<std::chrono::hours> c,           // iam-error: hh_mm_ss<std::chrono::seconds>
                                            std::chrono::sys_time<std::chrono::duration<double>> d,  // iam-error: sys_days
                                            std::chrono::duration<char> e,                         // iam-error: an integer or double
                                            const std::chrono::hh_mm_ss<int>& f,                   // iam-error: hh_mm_ss<std::chrono::seconds>
                                            const std::chrono::time_point<std::chrono::system_clock, int>& g,  // iam-error: sys_days
                                            const std::chrono::duration<long, std::ratio<1, 0>>& h,            // iam-error: std::ratio
                                            const std::chrono::hh_mm_ss<std::chrono::duration<long, std::ratio<1, 0>>>& i,  // iam-error: hh_mm_ss<std::chrono::seconds>
                                            std::chrono::sys_time<std::chrono::duration<int, std::ratio<86400>>> j);  // iam-error: sys_days

}  // namespace desk
