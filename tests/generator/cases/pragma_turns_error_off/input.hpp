#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct Level {
    unsigned char value;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnarrowing"
inline const Level k_highest{300};
#pragma GCC diagnostic pop

/// Sets the level.
/// @param value  the level
[[iam::tool({.destructive = false})]] void set_level(int value);

}  // namespace desk
