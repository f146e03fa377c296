#pragma once

#include <iam/annotations.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace desk {

/// Measures.
[[iam::tool({.read_only = true})]] int measure([[iam::unit("mm")]] std::string a,        // iam-error: unit goes on a number
                                               [[iam::unit("mm")]] std::vector<bool> b,  // iam-error: unit goes on a number
                                               [[iam::unit("mm")]] std::optional<std::vector<double>> c,
                                               [[iam::unit("mm")]] std::map<std::string, int> d,
                                               [[iam::unit("s")]] std::vector<std::chrono::milliseconds> e);  // iam-error: unit goes on a plain number

}  // namespace desk
