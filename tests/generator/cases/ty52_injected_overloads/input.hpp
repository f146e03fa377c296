#pragma once

#include <iam/annotations.hpp>

#include <stop_token>

namespace desk {

/// Is called though the other one is nearer to what the call has.
[[iam::tool({.read_only = true})]] int look(const iam::Context& context);
int look(iam::Context& context);

/// The same.
[[iam::tool({.read_only = true})]] int wait(const std::stop_token& stop);
int wait(std::stop_token&& stop);

/// Any will do.
[[iam::tool({.read_only = true})]] int both(std::stop_token stop, iam::Context& context);

}  // namespace desk
