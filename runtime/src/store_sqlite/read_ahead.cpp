// What is read ahead is kept until the read transaction ends: while it lasts, nobody changes what it takes from the database file, since a
// checkpoint copies only pages that every reader finds in the log.
#include "read_ahead.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

namespace iam::store_sqlite {
namespace {

constexpr sqlite3_int64 k_block_bytes = 64 * 1024;
/// Between two pages of a walk may be a few of an index.
constexpr sqlite3_int64 k_step_bytes = 12 * 1024;

/// The methods of a file of the layer below, but for some of ours, and what these need. It stands behind that layer's own file, which finds
/// it as its methods.
struct AheadFile : sqlite3_io_methods {
    explicit AheadFile(const sqlite3_io_methods& methods);

    const sqlite3_io_methods* below;
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

AheadFile& ahead_of(sqlite3_file* file) noexcept {
    return *static_cast<AheadFile*>(const_cast<sqlite3_io_methods*>(file->pMethods));
}

bool make_room(AheadFile& ahead) noexcept {
    try {
        ahead.block.resize(k_block_bytes);
    } catch (const std::bad_alloc&) {
        return false;
    }
    return true;
}

/// False: what is wanted must be read alone.
bool read_block(AheadFile& ahead, sqlite3_file* file, sqlite3_int64 at) noexcept {
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
    AheadFile& ahead = ahead_of(file);
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

int close_file(sqlite3_file* file) noexcept {
    AheadFile& ahead = ahead_of(file);
    file->pMethods = ahead.below;
    ahead.~AheadFile();
    return file->pMethods->xClose(file);
}

AheadFile::AheadFile(const sqlite3_io_methods& methods)
    : sqlite3_io_methods(methods), below(&methods) {
    xRead = read_page;
    xLock = lock_database;
    if (xShmLock != nullptr) xShmLock = lock_log;  // a layer without one keeps no log
    xClose = close_file;
}

/// Of a file of the layer below, so that an AheadFile can stand behind it.
constexpr int room_of(int file_bytes) noexcept {
    constexpr int k_step = alignof(AheadFile);
    return (file_bytes + k_step - 1) / k_step * k_step;
}

}  // namespace

struct ReadAhead::Layer : sqlite3_vfs {
    explicit Layer(sqlite3_vfs& other) : sqlite3_vfs(other), below(&other) {
        pNext = nullptr;
        szOsFile = room_of(other.szOsFile) + static_cast<int>(sizeof(AheadFile));
        xOpen = open_file;
    }

    static int open_file(sqlite3_vfs* layer, const char* name, sqlite3_file* file, int flags,
                         int* flags_out) noexcept {
        sqlite3_vfs* below = static_cast<Layer*>(layer)->below;
        const int status = below->xOpen(below, name, file, flags, flags_out);
        if (status != SQLITE_OK || (flags & SQLITE_OPEN_MAIN_DB) == 0) return status;
        char* room = reinterpret_cast<char*>(file) + room_of(below->szOsFile);
        file->pMethods = new (room) AheadFile(*file->pMethods);
        return status;
    }

    sqlite3_vfs* below;
};

std::unique_ptr<ReadAhead> ReadAhead::over(const std::string& below) {
    sqlite3_vfs* found = sqlite3_vfs_find(below.empty() ? nullptr : below.c_str());
    if (found == nullptr) return nullptr;
    return std::unique_ptr<ReadAhead>(new ReadAhead(std::make_unique<Layer>(*found)));
}

ReadAhead::ReadAhead(std::unique_ptr<Layer> layer)
    : layer_(std::move(layer)),
      name_("iam-read-ahead-" + std::to_string(reinterpret_cast<std::uintptr_t>(layer_.get()))) {
    layer_->zName = name_.c_str();
    sqlite3_vfs_register(layer_.get(), 0);
}

ReadAhead::~ReadAhead() {
    sqlite3_vfs_unregister(layer_.get());
}

}  // namespace iam::store_sqlite
