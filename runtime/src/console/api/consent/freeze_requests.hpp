// Freezes all calls of the state, and ends the freeze.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> freeze_routes() noexcept;

}  // namespace iam::console
