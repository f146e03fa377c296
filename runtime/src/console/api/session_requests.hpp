// The requests about sessions: login, list, revocation.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> session_routes() noexcept;

}  // namespace iam::console
