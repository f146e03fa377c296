// The smallest tool with a whole life: preview, effect, undo.
#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

struct Echo {
    int id;            ///< number of the echo: two equal echoes stay two
    std::string text;  ///< the message as often as asked
};

// The formatter breaks attributes that hold braces at odd places.
// clang-format off

/// Says a message back and keeps it in the history.
/// @param message  what to say
/// @param repeat   how often
[[iam::tool({.title = "Echo", .read_only = false, .destructive = false, .idempotent = false, .open_world = false})]]
Echo echo([[iam::length(1, 1000)]] const std::string& message, [[iam::range(1, 10)]] int repeat = 1);

[[iam::preview(echo)]]
iam::Preview preview_echo(const std::string& message, int repeat);

[[iam::undo(echo)]]
void retract_echo(const Echo& result);

// clang-format on

}  // namespace desk
