// Opens the chats in a state folder. They outlive the program, and several processes may share
// them.
#pragma once

#include <iam/chat/chat_store.hpp>
#include <iam/store/backend.hpp>

#include <filesystem>
#include <memory>

namespace iam::store_sqlite {

/// Opens chats.db in <folder>, which has tables and a schema version of its own. read_write makes
/// missing folders (0700) and the file (0600). A step is durable when append() returns.
///
/// The text of a tool's result that has an entry of the ledger is not stored: CallEnded::text is
/// empty after load(), and the ledger has the result for as long as it is neither erased nor past
/// its time.
///
/// hold() locks the file chat-<id>.lock in <folder>. The kernel gives the lock back when the
/// process ends. remove() removes the file unless it is locked.
///
/// Errors: unavailable (folder, disk, a lock held for over 5 s; of read_only: there are no chats),
/// corrupt (not a file of chats, a newer schema).
Result<std::unique_ptr<chat::ChatStore>> open_chats(const std::filesystem::path& folder,
                                                    store::Mode mode);

}  // namespace iam::store_sqlite
