// Makes and upgrades the tables of a ledger, and judges their version.
#pragma once

#include "store_postgres/wire/connection.hpp"
#include "store_postgres/write/guard.hpp"
#include <iam/core/digest.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace iam::store_postgres {

/// The version of the tables that this program makes and uses.
inline constexpr int k_schema_version = 2;
/// The first version that has chats and tasks.
inline constexpr int k_chats_version = 2;

/// The row of the table store.
struct LedgerFacts {
    std::string ledger_id{};  ///< 16 random bytes, made with the tables
    int schema_version = 0;
    int key_id = 1;
    Digest key_check{};  ///< proves the key of a host: see check_of()
    Guard guard = Guard::table;
};

/// HMAC(key, "iam/key-check/1\0" ‖ ledger_id).
Digest check_of(const SecretKey& key, const std::string& ledger_id);

/// Lets one program at a time change the tables or the keys, up to the end of its transaction.
Statement lock_schema(const Connection& connection);

/// Reads the facts. Nothing: the schema has no ledger yet. Errors: corrupt (another program's
/// tables, an unknown version), unavailable.
Result<std::optional<LedgerFacts>> read_facts(Connection& connection);

/// Makes the schema and the tables, or brings an older ledger to k_schema_version. One transaction
/// does it, under an advisory lock of the schema, so two programs do not disturb each other.
/// Returns the facts afterwards. `fresh` are the facts of a new ledger.
Result<LedgerFacts> migrate(Connection& connection, const LedgerFacts& fresh);

/// The statements of the migration to version 1.
std::span<const char* const> first_migration();
/// The statements of the migration from version 1 to version 2.
std::span<const char* const> second_migration();

}  // namespace iam::store_postgres
