// The tool that the call benchmark measures: five arguments of the kinds that tools have, and next
// to no work.
#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace bench {

enum class Priority { low, normal, high };

struct Booking {
    int room;
    double hours;
};

/// Books a room.
/// @param title     what for
/// @param room      number of the room
/// @param hours     how long
/// @param priority  how urgent
/// @param catering  with coffee
[[iam::tool({.policy = iam::allow,
             .policy_reason = "measured without a prompt",
             .destructive = false})]] Booking
book_room([[iam::length(1, 100)]] const std::string& title, [[iam::range(1, 500)]] int room,
          [[iam::range(0, 24)]] double hours, Priority priority, bool catering);

}  // namespace bench
