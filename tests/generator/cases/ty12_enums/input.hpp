#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// How loud.
enum class Volume {
    low,   ///< at night
    high,  ///< when nobody sleeps
    loud = high,
};

enum Plain { plain_one, plain_two };

/// Rings.
[[iam::tool({.idempotent = false})]] Volume ring(Volume volume, Plain plain = plain_two);

}  // namespace desk
