#pragma once

#include <iam/annotations.hpp>

#include <vector>

namespace desk {

template <class Item>
class Hidden {
    Item item;
};

template <class Item>
struct Bounded {
    [[iam::range(0, sizeof(Item))]] int number;  // iam-error: known at build time
    Item* item;
};

template <class Item>
struct Declared;

/// Opens.
[[iam::tool({.read_only = true})]] void open(
    Hidden<int> hidden,       // iam-error: is not public
    Bounded<int> bounded,     // iam-error: a pointer
    Declared<int> declared);  // iam-error: only declared

}  // namespace desk
