// The tables of a ledger, their version, and how older ones become the current one.
#pragma once

#include "connection.hpp"
#include "seal.hpp"
#include "write/last_commit.hpp"

namespace iam::store_sqlite {

inline constexpr int k_schema_version = 6;

/// 0 for an empty file. corrupt for a file of another program or of a newer version of this one.
Result<int> schema_version(Connection& connection);

/// Brings a ledger of `version` to k_schema_version, each step in a transaction of its own, and
/// switches the write-ahead log on. `seal` is given to the records of a ledger that knew none. Only under the writer's lock.
Result<void> migrate(Connection& connection, int version, const RecordSeal& seal);

/// From this version on records have seals.
inline constexpr int k_first_sealed_version = 3;

/// From this version on the database does not name its own end: see LastCommitFile.
inline constexpr int k_first_version_without_end = 6;
/// The end that an older one names.
Result<LastCommit> read_old_end(Connection& connection);

}  // namespace iam::store_sqlite
