// Keeps the keys that wrap the keys of values in files of this host, values-1.key and so on. A
// destroyed file makes all values unreadable that were erased before, also in backups of the
// server.
#pragma once

#include "store_postgres/wire/connection.hpp"
#include "store_postgres/write/guard.hpp"
#include <iam/core/digest.hpp>
#include <iam/core/entropy.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace iam::store_postgres {

/// A ledger has at most this many of them, one after another.
inline constexpr std::int64_t k_value_keys_max = 1000;

/// The keys of this host.
struct ValueKeys {
    std::map<std::int64_t, SecretKey> by_number{};  ///< a number is never used again
    std::int64_t required = 0;                      ///< wraps; newer ones do not yet
};

std::filesystem::path value_key_file(const std::filesystem::path& folder, std::int64_t number);

/// Reads the files that are there. Each must be of this ledger: the table keks has a check of it.
/// Errors: unavailable (the required one is missing), corrupt (a key of another ledger, a file that
/// others can read).
Result<ValueKeys> read_value_keys(Connection& connection, const std::filesystem::path& folder,
                                  const std::string& ledger_id);

/// Makes the next key: its file first, then its row. Hosts without it go on until it is required.
/// The first key is required at once. Returns its number. Errors: unavailable, conflict (the ledger
/// has k_value_keys_max keys, or another host has just made one).
Result<std::int64_t> add_value_key(Connection& connection, const std::filesystem::path& folder,
                                   const std::string& ledger_id, Entropy& entropy);

/// Requires the newest key of `keys`. When this returns, no commit that wraps with an older key is
/// still open. Errors: unavailable (the guard could not be taken).
Result<void> require_newest(Connection& connection, const ValueKeys& keys, Guard guard);

}  // namespace iam::store_postgres
