// Shows the files of rules, and explains the decision about a call.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> rule_routes() noexcept;

}  // namespace iam::console
