#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct Level {
    unsigned char value;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wnarrowing"
#pragma GCC diagnostic ignored "-Wconversion"
inline int g_level = 3;
inline const Level k_highest{g_level};
#pragma GCC diagnostic pop

/// Sets the level.
/// @param value  the level
[[iam::tool({.destructive = false})]] void set_level(int value);

}  // namespace desk
