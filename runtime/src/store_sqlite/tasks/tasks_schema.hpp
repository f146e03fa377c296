// The tables of tasks.db.
#pragma once

#include "store_sqlite/connection.hpp"

namespace iam::store_sqlite {

/// Makes the tables in a new file, and checks the version of an old one. Errors: corrupt (not a
/// file of tasks, a newer schema), unavailable.
Result<void> prepare_tasks(Connection& connection);

}  // namespace iam::store_sqlite
