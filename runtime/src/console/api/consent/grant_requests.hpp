// Lists grants and permissions, changes their ends, and revokes them.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> grant_routes() noexcept;

}  // namespace iam::console
