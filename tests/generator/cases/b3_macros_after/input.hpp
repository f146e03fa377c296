#pragma once

#include <iam/annotations.hpp>

#include "window.hpp"

namespace desk {

struct Place {
    Status status = Success;
    int min = 0;
};

/// Moves the window.
[[iam::tool({.read_only = true})]] int move_window([[iam::range(0, iam::none)]] int x, Bool max = Always, Place place = {});

}  // namespace desk
