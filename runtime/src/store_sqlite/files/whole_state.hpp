// Whether the files of a state are all there: a copy that lacks some would begin a new chain over lost entries.
#pragma once

#include "store_sqlite/files/folder.hpp"

namespace iam::store_sqlite {

/// The files of a state before SQLite sees them: it makes an empty log where there is none.
struct FoundFiles {
    bool has_content = false;  ///< ledger.db is not empty
    bool has_log = false;      ///< nor is ledger.db-wal
    bool was_sealed = false;
};

/// Makes nothing.
FoundFiles look_at_files(const StateFolder& folder);

/// Holds `found`, and the files that are never removed, against the schema version that the database has (0: no tables). corrupt, naming
/// the missing files, where entries are lost.
Result<void> check_whole(const StateFolder& folder, const FoundFiles& found, int version);

}  // namespace iam::store_sqlite
