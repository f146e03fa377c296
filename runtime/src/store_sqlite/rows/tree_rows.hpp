// Reads and writes the rows of the tree over the entries.
#pragma once

#include "store_sqlite/connection.hpp"
#include <iam/ledger/sealed_tree.hpp>

#include <optional>

namespace iam::store_sqlite {

Result<std::optional<ledger::SealedTree>> read_last_tree(Connection& connection);
/// `entry`: of the checkpoint.
Result<void> write_seal(Connection& connection, const ledger::PutSeal& seal,
                        const ledger::EntryId& entry);

/// The number of changed notes: 0 if there is no checkpoint of this size.
Result<int> write_tree_note(Connection& connection, const ledger::PutTreeNote& change);

}  // namespace iam::store_sqlite
