#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct [[iam::flags]] Days {  // iam-error: behind the word enum
    int day;
};

enum class [[iam::flags]] Nothing : unsigned {};

enum class [[iam::flags]] Zero { none = 0 };
enum class [[iam::flags]] Switch : bool { off, on };

/// Lists.
[[iam::tool({.read_only = true})]] int list(Days days, Nothing nothing,  // iam-error: give it enumerators
                                            Zero zero,                   // iam-error: flags that are all zero
                                            Switch on);                  // iam-error: flags of type bool

}  // namespace desk
