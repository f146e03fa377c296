// The request about the health of the tools, of the rules and of the state.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> status_routes() noexcept;

}  // namespace iam::console
