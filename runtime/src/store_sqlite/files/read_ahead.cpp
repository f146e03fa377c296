// Keeps a block until the read transaction ends. Until then the pages that it reads from the
// database file do not change: a checkpoint copies only pages that every reader finds in the log.
#include "store_sqlite/files/read_ahead.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

namespace iam::store_sqlite {
namespace {

constexpr sqlite3_int64 k_block_bytes = 64 * 1024;
/// A few pages of an index may lie between two pages of a walk.
constexpr sqlite3_int64 k_step_bytes = 12 * 1024;

struct AheadMethods : FileMethods {
    explicit AheadMethods(const sqlite3_io_methods& methods);

    std::vector<char> block{};
    sqlite3_int64 block_at = 0;
    sqlite3_int64 block_end = 0;  ///< the end of the bytes that were read
    sqlite3_int64 last_read = 0;
    int steps = 0;

    void forget() noexcept { block_end = block_at; }
    bool has(sqlite3_int64 at, int count) const noexcept {
        return at >= block_at && at + count <= block_end;
    }
    /// True from the third page on of pages that follow each other closely. A look-up of single
    /// rows does not read so.
    bool is_walk_to(sqlite3_int64 at) noexcept {
        const bool is_step = at > last_read && at - last_read <= k_step_bytes;
        steps = is_step ? std::min(steps + 1, 2) : 0;
        last_read = at;
        return steps == 2;
    }
};

AheadMethods& ahead_of(sqlite3_file* file) noexcept {
    return methods_of<AheadMethods>(file);
}

bool make_room(AheadMethods& ahead) noexcept {
    try {
        ahead.block.resize(k_block_bytes);
    } catch (const std::bad_alloc&) {
        return false;
    }
    return true;
}

/// Returns false if the page must be read alone.
bool read_block(AheadMethods& ahead, sqlite3_file* file, sqlite3_int64 at) noexcept {
    ahead.forget();
    sqlite3_int64 size = 0;
    if (!make_room(ahead) || ahead.below->xFileSize(file, &size) != SQLITE_OK || at >= size)
        return false;
    const sqlite3_int64 count = std::min(k_block_bytes, size - at);
    if (ahead.below->xRead(file, ahead.block.data(), static_cast<int>(count), at) != SQLITE_OK)
        return false;
    ahead.block_at = at;
    ahead.block_end = at + count;
    return true;
}

int read_page(sqlite3_file* file, void* out, int count, sqlite3_int64 at) noexcept {
    AheadMethods& ahead = ahead_of(file);
    const bool is_walk = ahead.is_walk_to(at);
    if (!ahead.has(at, count) && is_walk) read_block(ahead, file, at);
    if (!ahead.has(at, count)) return ahead.below->xRead(file, out, count, at);
    std::memcpy(out, ahead.block.data() + (at - ahead.block_at), static_cast<std::size_t>(count));
    return SQLITE_OK;
}

// A transaction takes a lock on the database or on its log when it begins, so both forget the
// block. An immutable file has no locks, and its block stays true.
int lock_database(sqlite3_file* file, int kind) noexcept {
    ahead_of(file).forget();
    return ahead_of(file).below->xLock(file, kind);
}

int lock_log(sqlite3_file* file, int first, int count, int flags) noexcept {
    ahead_of(file).forget();
    return ahead_of(file).below->xShmLock(file, first, count, flags);
}

AheadMethods::AheadMethods(const sqlite3_io_methods& methods) : FileMethods(methods) {
    xRead = read_page;
    xLock = lock_database;
    if (xShmLock != nullptr) xShmLock = lock_log;  // a layer without xShmLock keeps no log
    xClose = close_file<AheadMethods>;
}

}  // namespace

FileLayer::Kind read_ahead() noexcept {
    return FileLayer::kind<AheadMethods>("read-ahead", SQLITE_OPEN_MAIN_DB);
}

}  // namespace iam::store_sqlite
