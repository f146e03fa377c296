#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct [[iam::flags]] Days {  // iam-error: behind the word enum
    int day;
};

enum class [[iam::flags]] Nothing : unsigned {};

/// Lists.
[[iam::tool({.read_only = true})]] int list(Days days, Nothing nothing);  // iam-error: give it enumerators

}  // namespace desk
