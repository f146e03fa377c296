// The requests about the tasks of the program.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> task_routes() noexcept;

}  // namespace iam::console
