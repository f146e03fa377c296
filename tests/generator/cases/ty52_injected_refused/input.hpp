#pragma once

#include <iam/annotations.hpp>

#include <stop_token>

namespace desk {

int now();

struct Order {
    std::stop_token stop;
};

/// Counts.
[[iam::tool({.read_only = true})]] int count(
    const iam::Progress& constant,                          // iam-error: take iam::Progress&
    iam::Progress by_value,                                 // iam-error: take iam::Progress&
    [[iam::description("how far")]] iam::Progress& told);   // iam-error: comes from the call

/// Waits.
[[iam::tool({.read_only = true})]] std::stop_token wait(      // iam-error: as a parameter of the function itself
    iam::Context by_value,                                    // iam-error: take iam::Context&
    std::stop_token& stop,                                    // iam-error: give something back
    [[iam::description("the call")]] iam::Context& call,      // iam-error: comes from the call
    Order order,                                              // iam-error: as a parameter of the function itself
    int since = now(),                                        // iam-error: move that one in front of it
    const std::stop_token& last = {});

}  // namespace desk
