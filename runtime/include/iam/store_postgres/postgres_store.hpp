// Opens a ledger on a PostgreSQL server. Many hosts and programs may write it at the same time.
#pragma once

#include <iam/store/backend.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace iam::store_postgres {

using store::Mode;

/// True if the place names a PostgreSQL server: it begins with postgresql:// or postgres://.
bool is_place(const std::string& place) noexcept;

/// Opens the ledger at postgresql://[USER@]HOST[:PORT]/DATABASE?keys=FOLDER[&schema=NAME], with the
/// other parameters of libpq (PostgreSQL 14 or later). FOLDER is of this host alone:
/// - store.key: the key of the ledger, 32 random bytes, 0600, the same on all hosts.
/// - ledger.last: names the last entry acknowledged to this host, so a lost end is noticed.
/// - checkpoint.key: signs checkpoints.
///
/// A password in the address is refused: libpq reads it from its own files (~/.pgpass).
///
/// Each store writes a chain of its own, leased by the server's clock for 30 s. A commit whose
/// answer was lost is settled: outcome_unknown comes only if the server stays away. The store goes
/// on after it.
///
/// Errors: unavailable (no server, no tables, no key), corrupt (another ledger's key, a newer
/// schema, damaged data), invalid_argument (the address).
Result<std::unique_ptr<ledger::Store>> open(const std::string& place, Mode mode, Entropy& entropy);

/// Makes the tables and the key, or upgrades the tables. Its user must own the schema. Returns a
/// sentence about the ledger. Errors: as open(); also corrupt if there is a ledger and this host
/// does not have its key.
Result<std::string> init(const std::string& place, Entropy& entropy);

/// Looks at the server, the tables, the key and the rights, and changes nothing. Returns a sentence
/// about the ledger. Errors: as open().
Result<std::string> check(const std::string& place);

/// The folder of this host, as the address names it. Errors: invalid_argument (the address).
Result<std::filesystem::path> folder_of(const std::string& place);

/// Makes the back end for command lines. It keeps no chats and no tasks.
store::Backend backend();

}  // namespace iam::store_postgres
