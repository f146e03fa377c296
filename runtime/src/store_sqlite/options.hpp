// What tests may set and programs may not: waits, limits and the file layer of SQLite.
#pragma once

#include <iam/store_sqlite/sqlite_store.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace iam::store_sqlite {

struct Options {
    /// How long a writer waits for another one, threads of its own store before it included.
    std::chrono::milliseconds lock_wait{std::chrono::seconds{5}};
    /// How long a group waits for threads that had batches in the last one.
    std::chrono::microseconds gather_wait{200};
    /// What lock_wait is measured on.
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
    /// Pages of the write-ahead log from which on a commit is followed by a checkpoint; these are 4 MB.
    int checkpoint_pages = 2000;
    /// Largest size of the database in pages; 0: SQLite's own limit.
    std::int64_t pages_max = 0;
    /// Name of a registered SQLite VFS; empty: the system's.
    std::string vfs{};
};

/// open() with other settings.
Result<std::unique_ptr<ledger::Store>> open_with(const std::filesystem::path& folder, Mode mode,
                                                 Entropy& entropy, const Options& options);

}  // namespace iam::store_sqlite
