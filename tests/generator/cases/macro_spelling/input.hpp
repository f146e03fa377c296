#pragma once

#include <iam/annotations.hpp>

namespace desk {

#define DESK_TOOL [[iam::tool({.read_only = true})]]
#define DESK_PERCENT [[iam::range(0, 100)]]

/// Through macros.
DESK_TOOL int level(DESK_PERCENT int percent);

}  // namespace desk
