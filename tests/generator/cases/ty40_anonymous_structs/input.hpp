#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct Size {
    int id;
    __extension__ struct {
        int width = 80;  ///< in characters
        [[iam::range(1, 9)]] int height;
        __extension__ struct {
            unsigned depth : 3;
        };
        unsigned : 0;
    };
    double scale = 2;
};

/// Takes it.
[[iam::tool({.read_only = true})]] int take(Size size, Size usual = {1, {2, 3, {4}}, 5});

}  // namespace desk
