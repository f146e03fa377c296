// Converts consent records to rows and back.
#pragma once

#include "store_postgres/records/record_table.hpp"
#include <iam/ledger/store.hpp>

namespace iam::store_postgres {

// Each makes a sealed row.
RecordRow row_of(const RecordSeal& seal, const ledger::PutPolicy& policy, Policy effect);
RecordRow row_of(const RecordSeal& seal, const consent::ServerTrust& trust);
RecordRow row_of(const RecordSeal& seal, const consent::Grant& grant);
RecordRow row_of(const RecordSeal& seal, const consent::Permission& permission);
RecordRow row_of(const RecordSeal& seal, const consent::Approval& approval);

struct StoredPolicy {
    ToolId tool{};
    Policy effect = Policy::confirm;
    std::optional<Digest> consent_digest{};
};

// Each reads a row whose seal fits. Errors: corrupt (a column holds an unknown word or no digest).
Result<StoredPolicy> policy_in(const RecordRow& row);
Result<consent::ServerTrust> trust_in(const RecordRow& row);
Result<consent::Grant> grant_in(const RecordRow& row);
Result<consent::Permission> permission_in(const RecordRow& row);
Result<consent::Approval> approval_in(const RecordRow& row);

}  // namespace iam::store_postgres
