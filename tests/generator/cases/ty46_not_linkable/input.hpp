#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// One.
[[iam::tool]] static int one();  // iam-error: static

namespace {
/// Two.
[[iam::tool]] int two();  // iam-error: namespace
}

struct Box {
    int width;
    /// Three.
    [[iam::tool]] friend int three(const Box& box) { return box.width; }  // iam-error: friend only
    /// Four.
    [[iam::tool({.read_only = true})]] friend int four(const Box& box) { return box.width; }
};
int four(const Box& box);

}  // namespace desk
