#pragma once

#include <iam/annotations.hpp>

#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>

namespace desk {

/// Lists.
[[iam::tool({.read_only = true})]] void many(std::set<int> a,               // iam-error: std::set
                                             std::unordered_map<std::string, int> b,  // iam-error: std::unordered_map
                                             std::array<int, 3> c,          // iam-error: std::array
                                             std::pair<int, int> d,         // iam-error: std::pair
                                             std::variant<int, bool> e,     // iam-error: std::variant
                                             std::unique_ptr<int> f,        // iam-error: std::unique_ptr
                                             std::chrono::seconds g,        // iam-error: take a number with [[iam::unit
                                             std::filesystem::path h,       // iam-error: take std::string
                                             char i,                        // iam-error: take std::string with [[iam::length(1, 1)]]
                                             long double j,                 // iam-error: take double
                                             const char* k);                // iam-error: std::string_view

}  // namespace desk
