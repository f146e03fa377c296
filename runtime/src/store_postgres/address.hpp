// Reads the address of a ledger on a PostgreSQL server.
#pragma once

#include "store_postgres/write/guard.hpp"
#include <iam/core/result.hpp>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace iam::store_postgres {

/// postgresql://[USER@]HOST[:PORT]/DATABASE?keys=FOLDER[&schema=NAME][&backup_days=N][&…]
struct Address {
    std::string for_libpq{};         ///< without the parameters that are ours
    std::string schema = "iam";      ///< of the ledger's tables
    std::filesystem::path folder{};  ///< of this host: its keys and its last entry
    /// Backups of the server are removed after so many days. Nothing: nobody has said so.
    std::optional<std::chrono::days> backups{};
    std::optional<Guard> guard{};  ///< of a new ledger; an older one must have it

    std::filesystem::path key() const { return folder / "store.key"; }
    /// Of one ledger: two may have the same folder.
    std::filesystem::path last_entry(const std::string& ledger_id) const;
    std::filesystem::path signing_key() const { return folder / "checkpoint.key"; }
};

/// True if the text names a PostgreSQL server: it begins with postgresql:// or postgres://.
bool is_address(const std::string& text) noexcept;

/// Errors: invalid_argument (a password, no folder, an unfit name of a schema
/// or number of days).
Result<Address> parse_address(const std::string& text);

}  // namespace iam::store_postgres
