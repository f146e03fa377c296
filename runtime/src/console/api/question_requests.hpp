// The requests about open questions.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> question_routes() noexcept;

}  // namespace iam::console
