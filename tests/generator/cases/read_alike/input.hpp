// What asks for no compiler: a guard with a reserved name, limits, machines, the standard, switches of the program, code in libraries.
#ifndef _SHOP_INPUT_HPP_
#define _SHOP_INPUT_HPP_
#include <iam/annotations.hpp>

#include <cassert>
#include <climits>
#include <cstdint>
#include <optional>
#include <string>

namespace shop {

#ifdef SHOP_WITH_CELLAR
#endif
#if defined(__linux__) || __cplusplus >= 202002L || SHOP_LEVEL > 2
#endif

/// Counts shelves.
[[iam::tool({.read_only = true})]] inline int count_shelves([[iam::range(0, INT_MAX)]] int floor, std::int64_t most = INT64_MAX) {
    assert(floor >= 0);
    return static_cast<int>(most);
}

}  // namespace shop

#endif
