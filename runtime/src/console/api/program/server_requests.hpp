// The requests about the MCP servers of the program.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> server_routes() noexcept;

}  // namespace iam::console
