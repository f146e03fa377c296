#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct Box {
    int width;
    /// Compares.
    [[iam::tool]] bool operator==(const Box& other) const;  // iam-error: operator
    /// Makes.
    [[iam::tool]] explicit Box(int w);  // iam-error: constructor
    [[iam::tool]] ~Box();  // iam-error: destructor
    [[iam::tool]] operator int() const;  // iam-error: operator
};

/// Adds.
[[iam::tool]] consteval int add(int a) { return a; }  // iam-error: runs in the compiler only

}  // namespace desk
