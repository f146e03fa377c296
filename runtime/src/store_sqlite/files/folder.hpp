// The state folder: where its files are, and that nobody else can put files there.
#pragma once

#include <iam/store_sqlite/sqlite_store.hpp>

#include <filesystem>

namespace iam::store_sqlite {

struct StateFolder {
    std::filesystem::path path{};  ///< without symbolic links
    std::filesystem::path database() const { return path / "ledger.db"; }
    std::filesystem::path log() const { return path / "ledger.db-wal"; }
    std::filesystem::path log_index() const { return path / "ledger.db-shm"; }
    std::filesystem::path lock() const { return path / "ledger.db.lock"; }
    std::filesystem::path last_commit() const { return path / "ledger.last"; }
    /// Empty; there once the records of the ledger have seals.
    std::filesystem::path sealed() const { return path / "store.sealed"; }
    std::filesystem::path key() const { return path / "store.key"; }
};

/// read_write makes the folder (0700, whatever the umask) and its parents where they are missing;
/// read_only wants the ledger to exist. A folder or a file of it that others own or may write is
/// refused, and so is a folder above it: they could have written or exchanged the files.
Result<StateFolder> open_folder(const std::filesystem::path& folder, Mode mode);

/// Makes that file, durably, unless it exists.
Result<void> mark_sealed(const StateFolder& folder);

/// Makes an empty ledger.db (0600) unless it exists; takes it, its log and the log's index from
/// others who may read them. Only under the writer's lock.
Result<void> make_database_file(const StateFolder& folder);

}  // namespace iam::store_sqlite
