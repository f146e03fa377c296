#pragma once

#include <iam/annotations.hpp>

#include <stop_token>
#include <string>

namespace desk {

/// Waits for a lamp.
/// @param lamp  which
/// @param stop  ends the waiting
[[iam::tool({.read_only = true})]] bool wait(std::stop_token stop, const std::string& lamp,
                                             iam::Context& call);

/// Counts the lamps.
/// @param progress  how many there are so far
[[iam::tool({.read_only = true})]] int count(int floor, iam::Progress& progress);

struct Desk {
    /// Moves the desk.
    [[iam::tool({.destructive = false})]] int move(const iam::Context&, int to,
                                                   const std::stop_token& stop = {});
    [[iam::preview(move)]] iam::Preview preview_move(iam::Context& call, int to) const;
    [[iam::undo(move)]] void move_back(int result, iam::Context& call);
};

}  // namespace desk
