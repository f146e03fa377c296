#pragma once

#include <iam/annotations.hpp>

#include <cstdio>
#include <list>
#include <string>
#include <vector>

namespace desk {

/// Takes what points into the program.
[[iam::tool({.read_only = true})]] int many(
    std::vector<int>::iterator a,        // iam-error: take the elements as std::vector
    std::string::const_iterator b,       // iam-error: take the elements as std::vector
    std::list<int>::iterator c,          // iam-error: take the elements as std::vector
    FILE* d,                             // iam-error: take a std::filesystem::path
    const std::FILE* e);                 // iam-error: pointer

}  // namespace desk
