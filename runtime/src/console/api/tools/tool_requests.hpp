// Lists the tools of all origins, and shows one.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> tool_routes() noexcept;

}  // namespace iam::console
