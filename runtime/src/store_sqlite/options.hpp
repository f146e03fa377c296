// Settings for tests; programs use the defaults: waits, limits and SQLite's file layer.
#pragma once

#include <iam/store_sqlite/sqlite_store.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace iam::store_sqlite {

struct Options {
    /// Bounds how long a commit waits for the lock, including its wait behind other threads of its
    /// store.
    std::chrono::milliseconds lock_wait{std::chrono::seconds{5}};
    /// The longest wait of a group for the threads of the last group.
    std::chrono::microseconds gather_wait{200};
    /// Measures lock_wait.
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
    /// If the write-ahead log has at least this many pages (4 MB), a checkpoint follows each
    /// commit.
    int checkpoint_pages = 1000;
    /// Bounds the database, in pages. 0 means SQLite's own limit.
    std::int64_t pages_max = 0;
    /// Names a registered SQLite VFS. Empty means the system's.
    std::string vfs{};
};

/// Does open() with other settings.
Result<std::unique_ptr<ledger::Store>> open_with(const std::filesystem::path& folder, Mode mode,
                                                 Entropy& entropy, const Options& options);

}  // namespace iam::store_sqlite
