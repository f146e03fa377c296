#pragma once

#include <iam/annotations.hpp>

#include <functional>

namespace desk {

/// Opens.
[[iam::tool({.read_only = true})]] void many(__int128 b,          // iam-error: __int128
                                             void (*c)(),         // iam-error: c
                                             std::function<void()> d);  // iam-error: function

}  // namespace desk
