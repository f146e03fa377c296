// A state folder that outlives the program and that several processes share.
#pragma once

#include <iam/core/entropy.hpp>
#include <iam/ledger/store.hpp>

#include <filesystem>
#include <memory>

namespace iam::store_sqlite {

enum class Mode {
    read_write,  ///< makes what is missing: folder 0700, files 0600
    read_only,   ///< the ledger must exist; every commit is unavailable
};

/// Opens <folder>/ledger.db (SQLite, WAL, synchronous FULL), <folder>/ledger.db.lock,
/// <folder>/ledger.last, which names the newest entry that had to be durable, so that a cut end or an older copy of the database is noticed,
/// <folder>/store.key (32 random bytes, 0600) and <folder>/store.sealed, which says that policies,
/// grants, permissions and approvals have seals: MACs under a key that is derived from the store's
/// and never in the database. Any process may write, one at a time: every write
/// transaction and every checkpoint runs under flock on the lock file, since SQLite before 3.51.3
/// can lose a commit when another connection checkpoints meanwhile (sqlite.org/wal.html). A wait
/// for it over 5 s is unavailable and names the holder. Errors: unavailable (folder, lock, disk),
/// corrupt (not a ledger, a newer schema, a key file that others can read or that is gone while the
/// ledger exists).
Result<std::unique_ptr<ledger::Store>> open(const std::filesystem::path& folder, Mode mode,
                                            Entropy& entropy);

}  // namespace iam::store_sqlite
