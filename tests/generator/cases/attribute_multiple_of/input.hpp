#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Waits.
[[iam::tool({.read_only = true})]] void wait([[iam::multiple_of(5)]] int seconds, [[iam::multiple_of(0.25)]] double rest);

}  // namespace desk
