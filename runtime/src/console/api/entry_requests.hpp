// The requests about entries of the ledger.
#pragma once

#include "console/api/asked.hpp"
#include <iam/console/console.hpp>

namespace iam::console {

net::Response list_entries(const Parts& parts, const Asked& asked);
net::Response show_entry(const Parts& parts, const Asked& asked);

}  // namespace iam::console
