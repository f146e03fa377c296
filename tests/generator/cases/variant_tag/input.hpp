#pragma once

#include <iam/annotations.hpp>

#include <variant>

namespace desk {

struct Circle {
    int type;  // iam-error: a member of that name itself
};

struct Square {
    int side;
};

namespace other {

struct Square {  // iam-error: would both be told by the type 'Square'
    int side;
};

}  // namespace other

struct [[iam::range(0, 1)]] Line {  // iam-error: means nothing here
    int length;
};

/// Draws.
[[iam::tool({.read_only = true})]] void draw(std::variant<Circle, Square> shape,
                                             std::variant<Square, other::Square> square);

}  // namespace desk
