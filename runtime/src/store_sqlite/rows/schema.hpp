// The tables of a ledger and their version.
#pragma once

#include "store_sqlite/connection.hpp"

namespace iam::store_sqlite {

inline constexpr int k_schema_version = 1;

/// 0 for an empty file. corrupt: the file is of another program, or of a version that this one does
/// not know.
Result<int> schema_version(Connection& connection);

/// Switches the write-ahead log on and makes the tables in an empty file, in one transaction. Only
/// under the writer's lock.
Result<void> make_tables(Connection& connection);

}  // namespace iam::store_sqlite
