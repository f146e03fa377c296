// The seal of a record of consent: a MAC over its row, under a key that is not in the database.
#pragma once

#include "store_sqlite/connection.hpp"
#include <iam/consent/records.hpp>

namespace iam::store_sqlite {

using RecordKind = consent::BrokenRecord::Kind;

/// Every row that is read through the store is held against its seal. Of a row that was removed, or put back as it once was, it knows
/// nothing: each row is sealed by itself.
class RecordSeal {
 public:
    /// Derives a key of its own: the store's keys the digests of arguments.
    explicit RecordSeal(const SecretKey& store_key);

    /// True if the last column of the row is the seal of those before it.
    bool fits(RecordKind kind, const Cursor& row) const;
    /// Of a row whose last column is to be its seal.
    Digest of(RecordKind kind, const Cursor& row) const;

 private:
    SecretKey key_;
};

/// Goes on behind the name of a record.
inline constexpr char k_not_sealed[] =
    " was changed past the program or comes from another state, so it is no answer; have the call "
    "proposed anew";

/// Where the row of a record stands, which says nothing about what it is.
consent::BrokenRecord broken_row(RecordKind kind, const Cursor& row);

// Each gives the row that was written its seal. Call them in the transaction that wrote it.
Result<void> seal_policy(Connection& connection, const RecordSeal& seal, const ToolId& tool);
Result<void> seal_grant(Connection& connection, const RecordSeal& seal, const std::string& id);
Result<void> seal_permission(Connection& connection, const RecordSeal& seal, const std::string& id);
Result<void> seal_approval(Connection& connection, const RecordSeal& seal, const std::string& id);

/// True where there is such a record and its seal fits. What is changed otherwise than as a whole must ask: a seal that is renewed makes
/// true what somebody else wrote.
Result<bool> grant_is_whole(Connection& connection, const RecordSeal& seal, const std::string& id);
Result<bool> permission_is_whole(Connection& connection, const RecordSeal& seal,
                                 const std::string& id);
Result<bool> approval_is_whole(Connection& connection, const RecordSeal& seal,
                               const std::string& id);

/// Policies, grants, permissions and open approvals whose seal does not fit.
Result<std::vector<consent::BrokenRecord>> find_broken(Connection& connection,
                                                       const RecordSeal& seal);

}  // namespace iam::store_sqlite
