// The requests about chats at rest: titles, tools, profiles, exports and imports.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> chat_settings_routes() noexcept;

}  // namespace iam::console
