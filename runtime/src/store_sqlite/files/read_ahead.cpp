// What is read ahead is kept until the read transaction ends: while it lasts, nobody changes what it takes from the database file, since a
// checkpoint copies only pages that every reader finds in the log.
#include "store_sqlite/files/read_ahead.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

namespace iam::store_sqlite {
namespace {

constexpr sqlite3_int64 k_block_bytes = 64 * 1024;
/// Between two pages of a walk may be a few of an index.
constexpr sqlite3_int64 k_step_bytes = 12 * 1024;

struct AheadMethods : FileMethods {
    explicit AheadMethods(const sqlite3_io_methods& methods);

    std::vector<char> block{};
    sqlite3_int64 block_at = 0;
    sqlite3_int64 block_end = 0;  ///< as far as it was read
    sqlite3_int64 last_read = 0;
    int steps = 0;

    void forget() noexcept { block_end = block_at; }
    bool has(sqlite3_int64 at, int count) const noexcept {
        return at >= block_at && at + count <= block_end;
    }
    /// True for the third of three pages that follow each other closely: not where single rows are looked up.
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

/// False: what is wanted must be read alone.
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

// With a lock that is taken a transaction begins: of the database, or of its log. A file that is opened as one that nobody changes has no
// locks, and what was read of it stays true.
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
    if (xShmLock != nullptr) xShmLock = lock_log;  // a layer without one keeps no log
    xClose = close_file<AheadMethods>;
}

}  // namespace

FileLayer::Kind read_ahead() noexcept {
    return FileLayer::kind<AheadMethods>("read-ahead", SQLITE_OPEN_MAIN_DB);
}

}  // namespace iam::store_sqlite
