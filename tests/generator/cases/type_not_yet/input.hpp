#pragma once

#include <iam/annotations.hpp>

#include <future>
#include <memory_resource>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace desk {

/// Lists.
[[iam::tool({.read_only = true})]] std::future<int> many(       // iam-error: return the value itself
    std::stop_token a,                                          // iam-error: leave it out
    std::pmr::vector<int> b,                                    // iam-error: leave the allocator out
    const std::basic_string<char, std::char_traits<char>, std::pmr::polymorphic_allocator<char>>& c);  // iam-error: take std::string

}  // namespace desk
