// A database beside the ledger, such as chats.db: its file, its tables and the locks of its parts.
#pragma once

#include "store_sqlite/connection.hpp"
#include "store_sqlite/files/folder.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace iam::store_sqlite {

/// Describes such a database. Its texts must outlive the calls.
struct SideDatabase {
    std::string_view things{};  ///< "chats", for messages
    /// Ends the message about a missing file: "the first chat makes them".
    std::string_view made{};
    /// Ends the message about a damaged file: "and the next chat begins a new one".
    std::string_view damaged{};
    std::int64_t application_id = 0;
    /// The script at place i brings the tables from version i to i + 1. Each sets user_version, and
    /// the first one application_id.
    std::span<const char* const> versions{};
};

/// Opens the file with a rollback journal and foreign keys, and brings its tables to the newest
/// version. read_write makes a missing file (0600). Errors: unavailable (of read_only: there is no
/// file), corrupt (damaged, another program's file, a newer schema).
Result<Connection> open_side_database(const StateFolder& folder, const std::filesystem::path& file,
                                      Mode mode, const SideDatabase& kind);

/// Runs `act` in one transaction, which begins as one that writes.
template <class Act>
Result<void> in_transaction(Connection& connection, Act act) {
    IAM_CHECK(connection.execute_script(k_begin_sql));
    const Result<void> done = act();
    if (done) return connection.commit();
    connection.roll_back();
    return done;
}

/// The words of the message that another owner has the lock.
struct HoldWords {
    std::string taken{};         ///< begins it: "the chat 'x' is open in"; the owner's name follows
    std::string_view way_out{};  ///< ends it: "end it there, or begin a new chat"
    std::string_view use{};      ///< as store::LockWords::use
};

/// Locks the file for one owner, until the returned object is gone. The kernel gives the lock back
/// if the process ends. Errors: conflict (another owner has it), those of FileLock::open().
Result<std::shared_ptr<void>> hold_file(const std::filesystem::path& lock, const HoldWords& words);

}  // namespace iam::store_sqlite
