// The requests about entries of the ledger.
#pragma once

#include "console/api/routes.hpp"

#include <span>

namespace iam::console {

std::span<const Route> entry_routes() noexcept;

}  // namespace iam::console
