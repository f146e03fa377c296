#pragma once

#include <iam/annotations.hpp>

namespace desk {

enum class Side : unsigned { left, right };

struct Register {
    Side side : 2;
};

/// Sets it.
[[iam::tool({.read_only = true})]] int set(Register value);  // iam-error: take its width away

}  // namespace desk
