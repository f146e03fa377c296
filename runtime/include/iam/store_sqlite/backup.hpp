// Copies a whole state folder.
#pragma once

#include <iam/core/result.hpp>

#include <cstdint>
#include <filesystem>

namespace iam::store_sqlite {

/// Copies the state in `folder` into `target`. If `target` is missing, it is made (0700), else it
/// must be empty. The state is the ledger with its key, seals and end, the chats, and the tasks. If
/// no call has made the ledger yet, the copy has chats and tasks alone. The copy is a durable state
/// folder of its own without a write-ahead log. Other programs go on writing meanwhile; they wait
/// only until the reading has begun. The copy holds the key: protect it as you protect the state.
///
/// Returns the number of the last entry in the copy, 0 if there is none. A failure leaves none of
/// its files. Errors: unavailable (folder, lock, disk), corrupt (as
/// in open()), invalid_argument (`target` is not empty), not_found (the ledger has no key).
Result<std::uint64_t> back_up(const std::filesystem::path& folder,
                              const std::filesystem::path& target);

}  // namespace iam::store_sqlite
