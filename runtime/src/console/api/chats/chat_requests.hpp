// The requests about chats and their turns.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> chat_routes() noexcept;

}  // namespace iam::console
