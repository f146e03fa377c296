// Names the files of a state folder and refuses a folder into which others can put files.
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
    /// An empty file. If it exists, the folder had a ledger.
    std::filesystem::path sealed() const { return path / "store.sealed"; }
    std::filesystem::path chats() const { return path / "chats.db"; }
    /// Of the program that has the chat open.
    std::filesystem::path chat_lock(const std::string& chat) const {
        return path / ("chat-" + chat + ".lock");
    }
    std::filesystem::path tasks() const { return path / "tasks.db"; }
    /// Of the program in which the task runs.
    std::filesystem::path task_lock(const std::string& task) const {
        return path / ("task-" + task + ".lock");
    }
    std::filesystem::path key() const { return path / "store.key"; }
};

/// read_write makes the folder and its missing parents (0700, under any umask). read_only wants the
/// ledger to exist. If others own or may write the folder, a file in it or a folder above it, the
/// folder is refused: they could have written or exchanged the files. Errors: unavailable.
Result<StateFolder> open_folder(const std::filesystem::path& folder, Mode mode);

/// Makes store.sealed durably unless it exists.
Result<void> mark_sealed(const StateFolder& folder);

/// Makes an empty ledger.db (0600) unless it exists. Takes group's and others' rights from it, its
/// log and the log's index. Call it under the writers' lock.
Result<void> make_database_file(const StateFolder& folder);

}  // namespace iam::store_sqlite
