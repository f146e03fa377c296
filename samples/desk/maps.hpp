// Directions: a link for the map program that the desktop knows.
#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

enum class TravelMode {
    driving,    ///< by car
    walking,    ///< on foot
    bicycling,  ///< by bicycle
    transit,    ///< by bus and train
};

struct Directions {
    std::string url;  ///< of the map with the route
    bool opened;      ///< false where this machine has no desktop opener
};

// The formatter breaks attributes that hold braces at odd places.
// clang-format off

// Not idempotent: a second call opens the map once more. Open world: the link leads to a server.

/// Opens a map with the way to a place.
/// @param destination  name or address of the place
/// @param mode         how to travel
[[iam::tool({.title = "Directions", .read_only = false, .destructive = false, .idempotent = false, .open_world = true})]]
Directions open_map_directions([[iam::length(1, 300)]] const std::string& destination, TravelMode mode = TravelMode::driving);

// clang-format on

}  // namespace desk
