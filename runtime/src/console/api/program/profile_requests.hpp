// The requests about the profiles of the program's chats.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> profile_routes() noexcept;

}  // namespace iam::console
