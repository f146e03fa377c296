// Makes the tables of a ledger and reads their version.
#pragma once

#include "store_sqlite/connection.hpp"

namespace iam::store_sqlite {

inline constexpr int k_schema_version = 3;

/// Returns 0 for an empty file. Errors: corrupt (the file is another program's, or its version is
/// unknown).
Result<int> schema_version(Connection& connection);

/// Switches the write-ahead log on and makes the tables in an empty file, in one transaction. Call
/// it under the writers' lock.
Result<void> make_tables(Connection& connection);
/// Brings a ledger of an older version to today's, in one transaction. Nothing of its content is
/// lost. Call it under the writers' lock.
Result<void> upgrade_tables(Connection& connection, int version);

}  // namespace iam::store_sqlite
