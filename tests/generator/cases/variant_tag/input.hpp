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

template <class T>
struct Page {  // iam-error: both are made of one template
    T on;
};

struct Once {  // iam-error: leave one of them out
    int number;
};

struct [[iam::name("")]] Nameless {  // iam-error: is empty
    int number;
};

/// Draws.
[[iam::tool({.read_only = true})]] void draw(std::variant<Circle, Square> shape,
                                             std::variant<Square, other::Square> square,
                                             std::variant<Page<Square>, Page<other::Square>> page,
                                             std::variant<Once, Once> once,
                                             std::variant<Nameless, Once> nameless);

}  // namespace desk
