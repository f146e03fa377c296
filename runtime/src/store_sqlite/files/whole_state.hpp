// Refuses a state folder with missing files. A copy without them would begin a new chain over lost
// entries.
#pragma once

#include "store_sqlite/files/folder.hpp"

namespace iam::store_sqlite {

/// The files of a state before SQLite opens them. SQLite makes an empty log if there is none.
struct FoundFiles {
    bool has_content = false;  ///< ledger.db is not empty
    bool has_log = false;      ///< ledger.db-wal is not empty
    bool was_sealed = false;   ///< store.sealed exists
};

/// Makes nothing.
FoundFiles look_at_files(const StateFolder& folder);

/// Compares `found` and the files that are never removed with the database's schema version; 0
/// means no tables. If entries are lost, the error is corrupt and names the missing files.
Result<void> check_whole(const StateFolder& folder, const FoundFiles& found, int version);

}  // namespace iam::store_sqlite
