#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct Wide {
    unsigned __int128 value;
};

/// Adds.
[[iam::tool({.read_only = true})]] int add(__int128 a,  // iam-error: wider than any number that JSON readers keep; take std::string
                                           Wide b);     // iam-error: wider than any number

}  // namespace desk
