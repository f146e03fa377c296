#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct Register {
    unsigned mode : 3;
    int shift : 5 = -2;
    [[iam::range(1, 4)]] unsigned char lane : 4 = 1;
    bool enabled : 1 = true;
    unsigned long long wide : 40 = 7;
};

/// Sets it.
[[iam::tool({.read_only = true})]] Register set(Register value);

}  // namespace desk
