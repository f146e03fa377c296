// The tables of a ledger, their version, and how older ones become the current one.
#pragma once

#include "connection.hpp"

namespace iam::store_sqlite {

inline constexpr int k_schema_version = 2;

/// 0 for an empty file. corrupt for a file of another program or of a newer version of this one.
Result<int> schema_version(Connection& connection);

/// Brings a ledger of `version` to k_schema_version, each step in a transaction of its own, and
/// switches the write-ahead log on. Only under the writer's lock.
Result<void> migrate(Connection& connection, int version);

}  // namespace iam::store_sqlite
