#pragma once

#include <iam/annotations.hpp>

#include <chrono>

namespace desk {

/// Plans.
[[iam::tool({.read_only = true})]] int plan(std::chrono::steady_clock::time_point a,               // iam-error: take std::chrono::sys_time
                                            std::chrono::sys_time<std::chrono::hours> b,           // iam-error: take std::chrono::sys_seconds
                                            std::chrono::hh_mm_ss<std::chrono::hours> c,           // iam-error: hh_mm_ss<std::chrono::seconds>
                                            std::chrono::sys_time<std::chrono::duration<double>> d,  // iam-error: sys_days
                                            std::chrono::duration<char> e);                        // iam-error: an integer or double

}  // namespace desk
