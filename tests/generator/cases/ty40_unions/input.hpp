#pragma once

#include <iam/annotations.hpp>

namespace desk {

union Either {
    int a;
    float b;
};
struct Inside {
    union {
        int a;
        float b;
    };
};
struct Grouped {
    struct {
        union {
            int a;
            float b;
        };
    };
};

/// Takes them.
[[iam::tool({.read_only = true})]] int take(Either a,    // iam-error: optional fields
                                            Inside b,    // iam-error: without a name
                                            Grouped c);  // iam-error: without a name

}  // namespace desk
