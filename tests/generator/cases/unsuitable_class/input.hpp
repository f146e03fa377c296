#pragma once

#include <iam/annotations.hpp>

namespace desk {

class Hidden {
    int value = 0;
};

struct Made {
    explicit Made(int v);
    int value;
};

struct Base {
    int a;
};
struct Virtual : virtual Base {
    int b;
};
struct Polymorphic {
    virtual ~Polymorphic();
    int c;
};
union Either {
    int a;
    float b;
};

/// Takes them.
[[iam::tool({.read_only = true})]] void take(Hidden a,       // iam-error: Hidden
                                             Made b,         // iam-error: Made
                                             Virtual c,      // iam-error: Virtual
                                             Polymorphic d,  // iam-error: Polymorphic
                                             Either e);      // iam-error: Either

}  // namespace desk
