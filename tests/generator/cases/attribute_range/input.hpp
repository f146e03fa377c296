#pragma once

#include <iam/annotations.hpp>

#include <optional>

namespace desk {

struct Margin {
    [[iam::range(0, 0.5)]] double share = 0.25;
};

/// Sets a time.
[[iam::tool({.idempotent = true})]] void set_time([[iam::range(0, 23)]] int hour, [[iam::range(iam::none, 59)]] int minute,
                                                  [[iam::range(-1.5, iam::none)]] double drift,
                                                  [[iam::range(1, 9)]] std::optional<int> zone, Margin margin = {});

}  // namespace desk
