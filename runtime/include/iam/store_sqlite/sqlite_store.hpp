// Opens a state folder. It outlives the program, and several processes may share it.
#pragma once

#include <iam/store/backend.hpp>

#include <filesystem>
#include <memory>

namespace iam::store_sqlite {

using store::Mode;

/// Opens the files of a state in <folder>. read_write makes missing folders (0700) and files
/// (0600):
/// - ledger.db: SQLite, WAL, synchronous FULL.
/// - ledger.db.lock: the lock of the writers.
/// - ledger.last: names the newest entry required to be durable, so a cut end or an older copy of
///   the database is noticed.
/// - store.key: 1 to 16 keys of 32 random bytes each, 0600 (store::KeyRing).
/// - store.sealed: marks seals on policies, grants, permissions and approvals. Seals are MACs under
///   keys derived from the store's and never in the database; each row names its key.
///
/// Any process may write, one at a time. Every write transaction and every checkpoint runs under
/// flock on the lock file. SQLite before 3.51.3 can lose a commit if another connection checkpoints
/// meanwhile (sqlite.org/wal.html). A wait for the lock over 5 s is unavailable, and the error
/// names the holder.
///
/// A commit is outcome_unknown if the disk fails within it. No program can settle this doubt while
/// it runs: the system's cache may show pages that the disk never got, and a second sync would not
/// report them. So all further commits of this store are unavailable. A program that opens the
/// folder once the disk is well finds all of the batch or nothing.
///
/// Errors: unavailable (folder, lock, disk), corrupt (not a ledger, a newer schema, a key file
/// readable for others, or a missing key file beside a ledger).
Result<std::unique_ptr<ledger::Store>> open(const std::filesystem::path& folder, Mode mode,
                                            Entropy& entropy);

/// Makes the back end for command lines. A place is a state folder; its signing key is
/// checkpoint.key in the folder.
store::Backend backend();

}  // namespace iam::store_sqlite
