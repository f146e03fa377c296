// Opens a ledger on a PostgreSQL server. Many hosts and programs may write it at the same time.
#pragma once

#include <iam/store/backend.hpp>

#include <memory>
#include <string>

namespace iam::store_postgres {

using store::Mode;

/// True if the place names a PostgreSQL server: it begins with postgresql:// or postgres://.
bool is_address(const std::string& place) noexcept;

/// Opens the ledger at postgresql://[USER@]HOST[:PORT]/DATABASE?keys=FOLDER, with the
/// parameters of docs/postgres.md and those of libpq (PostgreSQL 14 or later). FOLDER is of this
/// host alone. All files in it are 0600:
/// - store.key: the keys that seal records of consent, the same on all hosts.
/// - values-N.key: the keys that wrap the keys of values, the same on all hosts.
/// - ledger-ID.last: names the last entry acknowledged to this host, so a lost end is noticed.
/// - checkpoint.key: signs checkpoints.
///
/// A password in the address is refused: libpq reads it from its own files (~/.pgpass).
///
/// Each store writes a chain of its own, leased by the server's clock for 30 s. A commit whose
/// answer was lost is settled: outcome_unknown comes only if the server stays away. The store goes
/// on after it.
///
/// Errors: unavailable (no server, no tables, no key), corrupt (another ledger's key, a newer
/// schema, damaged data), invalid_argument (the address, another guard).
Result<std::unique_ptr<ledger::Store>> open(const std::string& place, Mode mode, Entropy& entropy);

/// Makes the tables and the key, or upgrades the tables. A new ledger has the guard of the address,
/// "table" if it names none. Its user must own the schema. Returns a
/// sentence about the ledger. Errors: as open(); also corrupt if there is a ledger and this host
/// does not have its key.
Result<std::string> init(const std::string& place, Entropy& entropy);

/// Adds a key to store.key, which seals records from then on. End the programs of all hosts before,
/// and copy the file to all hosts after it. Errors: as open(); conflict (the file is full).
Result<std::string> add_key(const std::string& place, Entropy& entropy);

/// Makes the next key of values, values-N.key. Copy it to all hosts, then start their programs
/// again. The older key wraps until rewrap_values(). Errors: as open(); conflict (too many keys).
Result<std::string> add_value_key(const std::string& place, Entropy& entropy);

/// Requires the newest values-N.key, wraps the keys of all values with it, and says which older
/// ones may be destroyed. Errors: as open(); also unavailable if the login may not (role
/// iam_eraser).
Result<std::string> rewrap_values(const std::string& place);

/// Looks at the server, the tables, the key and the rights, and changes nothing. Returns a sentence
/// about the ledger. Errors: as open().
Result<std::string> check_ledger(const std::string& place);

/// Makes the back end for command lines.
store::Backend backend();

}  // namespace iam::store_postgres
