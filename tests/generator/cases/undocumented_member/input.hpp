// Parameters and fields that nobody has described.
#pragma once
#include <iam/annotations.hpp>

#include <vector>

namespace desk {

struct Lamp {  // iam-warning: 'desk::Lamp' says nothing about 'watts'
    int watts;
    int height;  ///< above the table
};

/// Adds.
/// @param left  the left one
[[iam::tool({.read_only = true})]] int add(int left, int right, int more);  // iam-warning: the tool 'add' says nothing about 'right', 'more'

/// Lights.
/// @param lamps  all that shall burn
[[iam::tool({.idempotent = true})]] void light(std::vector<Lamp> lamps);

/// Waits.
[[iam::tool({.read_only = true})]] void wait_for([[iam::description("in seconds")]] int time);

}  // namespace desk
