#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <vector>

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

enum class Side { left = 1, right = 2 };
enum class Choice : bool { no, yes };
using Sides [[iam::flags]] = Side;

/// Takes them.
[[iam::tool({.read_only = true})]] int take([[iam::flags]] int number,                // iam-error: no enumeration with enumerators; take it out
                                            [[iam::flags]] std::vector<Side> sides,   // iam-error: no enumeration with enumerators; take it out
                                            [[iam::flags]] Choice choice,             // iam-error: flags of type bool
                                            std::map<Sides, int> counts);             // iam-error: nobody would hold a key to

}  // namespace desk
