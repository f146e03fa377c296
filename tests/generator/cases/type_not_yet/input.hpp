#pragma once

#include <iam/annotations.hpp>

#include <memory_resource>
#include <string>
#include <vector>

namespace desk {

/// Lists.
[[iam::tool({.read_only = true})]] int many(
    std::pmr::vector<int> b,  // iam-error: leave the allocator out
    const std::basic_string<char, std::char_traits<char>, std::pmr::polymorphic_allocator<char>>& c);  // iam-error: take std::string

}  // namespace desk
