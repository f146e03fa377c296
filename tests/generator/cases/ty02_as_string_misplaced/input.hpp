#pragma once

#include <iam/annotations.hpp>

#include <chrono>
#include <cstdint>
#include <vector>

namespace desk {

struct Bits {
    [[iam::as_string]] std::uint64_t low : 40;  // iam-error: goes on a 64-bit integer
};

/// Looks.
[[iam::tool({.read_only = true})]] int look(
    [[iam::as_string]] int number,                            // iam-error: and 'number' is of type 'int'
    [[iam::as_string]] double fraction,                       // iam-error: goes on a 64-bit integer
    [[iam::as_string]] std::vector<long> list,                // iam-error: goes on a 64-bit integer
    [[iam::as_string]] std::chrono::seconds wait,             // iam-error: goes on a 64-bit integer
    [[iam::as_string, iam::range(0.5, 5)]] long ranged,       // iam-error: fractional bound
    [[iam::as_string, iam::range(5, 1)]] long turned,         // iam-error: is empty
    [[iam::as_string, iam::multiple_of(5)]] long stepped,     // iam-error: no schema says of a text that it is a multiple
    [[iam::as_string, iam::range(1, 5), iam::example("6")]] long beyond,  // iam-error: is 6, but the range ends at 5
    [[iam::as_string, iam::unit("mm")]] long united,          // iam-error: makes a text in JSON
    [[iam::as_string, iam::length(1, 5)]] long counted,       // iam-error: makes a text in JSON
    [[iam::as_string, iam::pattern("^1")]] long formed,       // iam-error: makes a text in JSON
    [[iam::as_string, iam::example("01")]] long imitated,     // iam-error: does not have the format of its type
    [[iam::as_string("x")]] long given,                       // iam-error: takes no argument
    Bits bits);

}  // namespace desk
