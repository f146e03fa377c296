// The smallest tool: it answers, and changes nothing.
#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

struct Echo {
    std::string text;  ///< the message as often as asked
};

// The formatter breaks attributes that hold braces at odd places.
// clang-format off

/// Says a message back.
/// @param message  what to say
/// @param repeat   how often
[[iam::tool({.title = "Echo", .read_only = true, .destructive = false, .idempotent = true, .open_world = false})]]
Echo echo([[iam::length(1, 1000)]] const std::string& message, [[iam::range(1, 10)]] int repeat = 1);

[[iam::preview(echo)]]
iam::Preview preview_echo(const std::string& message, int repeat);

// clang-format on

}  // namespace desk
