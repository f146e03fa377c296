// SQLite's own file layer with some functions of the log and the database exchanged.
#include "faulty_files.hpp"

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include <mutex>

namespace iam::test {
namespace {

/// One kind of file: SQLite's own functions, and ours with some of them exchanged.
struct Kind {
    std::once_flag once;
    const sqlite3_io_methods* own = nullptr;
    sqlite3_io_methods ours{};
};

// SQLite calls through plain function pointers, which can only find what is global.
Faults g_faults;                        // NOLINT
Kind g_log;                             // NOLINT
Kind g_database;                        // NOLINT
sqlite3_vfs g_layer;                    // NOLINT
const sqlite3_vfs* g_system = nullptr;  // NOLINT

int sync_log(sqlite3_file* file, int flags) {
    if (const int fault = g_faults.log_sync; fault != 0) return fault;
    ++g_faults.log_syncs;
    return g_log.own->xSync(file, flags);
}

int write_log(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 at) {
    if (const int fault = g_faults.log_write; fault != 0) return fault;
    return g_log.own->xWrite(file, bytes, count, at);
}

int sync_database(sqlite3_file* file, int flags) {
    if (const int fault = g_faults.database_sync; fault != 0) return fault;
    return g_database.own->xSync(file, flags);
}

int read_database(sqlite3_file* file, void* out, int count, sqlite3_int64 at) {
    if (const int fault = g_faults.database_read; fault != 0) return fault;
    return g_database.own->xRead(file, out, count, at);
}

using Sync = int (*)(sqlite3_file*, int);
using Write = int (*)(sqlite3_file*, const void*, int, sqlite3_int64);
using Read = int (*)(sqlite3_file*, void*, int, sqlite3_int64);

void exchange(Kind& kind, sqlite3_file* file, Sync sync, Write write, Read read) {
    std::call_once(kind.once, [&] {
        kind.own = file->pMethods;
        kind.ours = *file->pMethods;
        kind.ours.xSync = sync;
        if (write != nullptr) kind.ours.xWrite = write;
        if (read != nullptr) kind.ours.xRead = read;
    });
    file->pMethods = &kind.ours;
}

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* flags_out) {
    auto* system = const_cast<sqlite3_vfs*>(g_system);
    const int status = system->xOpen(system, name, file, flags, flags_out);
    if (status != SQLITE_OK) return status;
    if ((flags & SQLITE_OPEN_MAIN_DB) != 0)
        exchange(g_database, file, sync_database, nullptr, read_database);
    if ((flags & SQLITE_OPEN_WAL) != 0) exchange(g_log, file, sync_log, write_log, nullptr);
    return status;
}

void make_layer() {
    g_system = sqlite3_vfs_find(nullptr);
    g_layer = *g_system;
    g_layer.pNext = nullptr;
    g_layer.zName = k_faulty_files;
    g_layer.xOpen = open_file;
    REQUIRE(sqlite3_vfs_register(&g_layer, 0) == SQLITE_OK);
}

}  // namespace

Faults& faulty_files() {
    if (g_system == nullptr) make_layer();
    g_faults.log_sync = 0;
    g_faults.log_write = 0;
    g_faults.database_sync = 0;
    g_faults.database_read = 0;
    g_faults.log_syncs = 0;
    return g_faults;
}

store_sqlite::Options on_faulty_files() {
    store_sqlite::Options options;
    options.vfs = k_faulty_files;
    return options;
}

}  // namespace iam::test
