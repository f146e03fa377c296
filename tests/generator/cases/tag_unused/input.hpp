#pragma once

#include <iam/annotations.hpp>

#include <string>
#include <variant>

namespace desk {

struct [[iam::name("circle")]] Circle {  // iam-warning: where alone its name would be said
    int radius;
};

struct [[iam::name("square")]] Square {  // iam-warning: where alone its name would be said
    int side;
};

struct [[iam::name("line")]] Line {
    int length;
};

struct Point {
    int x;
};

/// Draws.
[[iam::tool({.read_only = true})]] void draw(Circle circle, std::variant<Square, int> square,
                                             std::variant<Line, Point> tagged);

}  // namespace desk
