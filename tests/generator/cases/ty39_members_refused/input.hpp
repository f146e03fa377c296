#pragma once

#include <iam/annotations.hpp>

namespace desk {

class Private {
    int a = 0;
};
struct Constant {
    const int a;
};
struct Reference {
    int& a;
};
struct Made {
    explicit Made(int v);
    int a;
};

/// Takes them.
[[iam::tool({.read_only = true})]] int take(Private a,    // iam-error: public fields
                                            Constant b,   // iam-error: take the const away
                                            Reference c,  // iam-error: hold the value itself
                                            Made d);      // iam-error: without constructors

}  // namespace desk
