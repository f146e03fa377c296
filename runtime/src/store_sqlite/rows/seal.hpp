// Seals the rows of consent records (iam/store/record_seal.hpp). The last columns of a row are the
// id of the key and the seal.
#pragma once

#include "store_sqlite/connection.hpp"
#include <iam/store/record_seal.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::store_sqlite {

using store::RecordKind;
using store::RecordSeal;

/// Makes the seal of a row with the newest key.
Digest seal_of(const RecordSeal& seal, RecordKind kind, const Cursor& row);

/// True if the row bears the seal of its columns, by the key that it names.
bool fits(const RecordSeal& seal, RecordKind kind, const Cursor& row);

/// Names the place of a record with a wrong seal. The values of the row may be forged.
consent::BrokenRecord broken_row(RecordKind kind, const Cursor& row);

// Each function gives the written row its seal. Call it in the transaction of the write.
Result<void> seal_policy(Connection& connection, const RecordSeal& seal, const ToolId& tool);
Result<void> seal_trust(Connection& connection, const RecordSeal& seal, const std::string& server);
Result<void> seal_grant(Connection& connection, const RecordSeal& seal, const std::string& id);
Result<void> seal_permission(Connection& connection, const RecordSeal& seal, const std::string& id);
Result<void> seal_approval(Connection& connection, const RecordSeal& seal, const std::string& id);

// Each function returns true if the record exists and its seal fits. Ask before a part of a record
// is changed: a renewed seal would make a forged record whole.
Result<bool> grant_is_whole(Connection& connection, const RecordSeal& seal, const std::string& id);
Result<bool> permission_is_whole(Connection& connection, const RecordSeal& seal,
                                 const std::string& id);
Result<bool> approval_is_whole(Connection& connection, const RecordSeal& seal,
                               const std::string& id);

/// The scope whose epoch a change of the row moves; nothing if there is no row. A row without a
/// valid seal may have been anybody's, so its scope is k_common_scope.
Result<std::optional<std::string>> scope_of_grant(Connection& connection, const RecordSeal& seal,
                                                  const std::string& id);
Result<std::optional<std::string>> scope_of_permission(Connection& connection,
                                                       const RecordSeal& seal,
                                                       const std::string& id);

/// Finds policies, grants, permissions, trust and unended approvals with a wrong seal.
Result<std::vector<consent::BrokenRecord>> find_broken(Connection& connection,
                                                       const RecordSeal& seal);

}  // namespace iam::store_sqlite
