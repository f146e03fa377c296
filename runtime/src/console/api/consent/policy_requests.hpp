// Lists the policies of tools, and stores them.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> policy_routes() noexcept;

}  // namespace iam::console
