// The tables of chats.db.
#pragma once

#include "store_sqlite/connection.hpp"

namespace iam::store_sqlite {

/// Makes the tables in a new file, and brings those of an older program to the newest version.
/// Errors: corrupt (not a file of chats, a newer schema), unavailable.
Result<void> prepare_chats(Connection& connection);

}  // namespace iam::store_sqlite
