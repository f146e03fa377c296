// The requests about the traffic with servers.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> traffic_routes() noexcept;

}  // namespace iam::console
