#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

struct Box {
    [[iam::range(1, 9)]] int width = 10;  // iam-error: the range ends at 9
};

/// Sets.
[[iam::tool({.idempotent = true})]] void set(Box box, [[iam::range(0, 23)]] int hour = 24,             // iam-error: the range ends at 23
                                             [[iam::length(1, 5)]] std::string name = "");  // iam-error: the length begins at 1

}  // namespace desk
