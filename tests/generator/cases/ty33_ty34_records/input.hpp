#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <string>
#include <vector>

namespace desk {

/// A place on earth.
struct Place {
    /// degrees north
    double latitude;
    double longitude;  ///< degrees east
};

struct Stop {
    Place place;
    std::vector<Place> nearby;
    std::optional<std::string> label;
};

/// Plans a way.
[[iam::tool({.read_only = true})]] Stop plan(const Place& from, Stop to);

}  // namespace desk
