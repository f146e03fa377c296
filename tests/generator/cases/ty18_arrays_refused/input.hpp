#pragma once

#include <iam/annotations.hpp>

#include <array>

namespace desk {

struct Board {
    std::array<int[3], 3> cells;
};

struct Label {
    char text[0];
};

/// Takes them.
[[iam::tool({.read_only = true})]] int take(Board a,   // iam-error: take std::array
                                            int b[3],  // iam-error: passes as a pointer
                                            [[iam::length(1, 2)]] std::array<int, 3> c,  // iam-error: length
                                            Label d);  // iam-error: without elements

}  // namespace desk
