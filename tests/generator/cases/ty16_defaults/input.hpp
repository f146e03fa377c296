#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <string_view>

namespace desk {

enum class Mode { fast, safe };
inline constexpr int k_limit = 3 * 4;
struct Point {
    int x = 1;
    int y = 2;
};

/// Runs.
/// @param count how often
[[iam::tool({.idempotent = false})]] void run(bool dry = true, int count = -5, unsigned limit = k_limit, double pace = 0.1,
                                              float factor = 0.1f, std::string name = "a \"b\"\n", Mode mode = Mode::safe,
                                              Point from = {}, Point to = {3, 4}, std::string_view tag = "x",
                                              std::string empty = {});

}  // namespace desk
