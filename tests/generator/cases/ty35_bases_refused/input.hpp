#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct Base {
    int a;
};
struct Virtual : virtual Base {
    int b;
};
struct Private : private Base {
    int b;
};
struct Polymorphic {
    virtual ~Polymorphic();
    int c;
};
struct Hiding : Base {
    int a;  // iam-error: hides a field
};

/// Takes them.
[[iam::tool({.read_only = true})]] int take(Virtual a,      // iam-error: virtual base
                                            Private b,      // iam-error: make the base public
                                            Polymorphic c,  // iam-error: virtual functions
                                            Hiding d);

}  // namespace desk
