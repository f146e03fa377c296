// The manifest in full: every bound that the decoder holds a value to.
#pragma once
#include <iam/annotations.hpp>

#include <vector>

namespace desk {

/// How loud.
enum class Volume {
    low,  ///< at night
    high,
    loud = high,  ///< the same
};
enum class Plain { one, two };
enum class [[iam::flags]] Days { monday = 1,  ///< the first one
                                 friday = 2 };

/// Rings.
[[iam::tool({.idempotent = false})]] Volume ring(Volume volume, std::vector<Volume> later, Plain plain = Plain::two,
                                                 Days days = Days::friday);

/// Adds.
[[iam::tool({.read_only = true})]] float add(long long a, unsigned long b, float c, std::vector<std::int64_t> d);

}  // namespace desk
