#pragma once

#include <iam/annotations.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

namespace desk {

enum class Side { left, right, port = left };

/// Counts.
[[iam::tool({.read_only = true})]] std::unordered_map<std::string, int> count(
    std::map<std::int8_t, int> a, std::unordered_map<Side, std::map<std::uint64_t, bool>> b,
    std::unordered_map<std::string, int> c = {});

}  // namespace desk
