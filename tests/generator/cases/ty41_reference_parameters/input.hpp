#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

struct Item {
    std::string name;
};

/// Takes by value, by const reference and by rvalue reference.
[[iam::tool({.idempotent = false})]] void store(Item a, const Item& b, Item&& c, const int d);

}  // namespace desk
