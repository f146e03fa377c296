// The requests for a person's own calls: the preview of one, and the call itself.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> call_routes() noexcept;

}  // namespace iam::console
