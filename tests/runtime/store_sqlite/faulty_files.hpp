// A file layer for SQLite whose disk fails on demand.
#pragma once

#include <store_sqlite/options.hpp>

#include <atomic>

namespace iam::test {

/// What fails from now on. Values of SQLite (SQLITE_IOERR_FSYNC, SQLITE_FULL, …); 0: nothing.
struct Faults {
    std::atomic<int> log_sync{0};
    std::atomic<int> log_write{0};
    std::atomic<int> database_sync{0};
    std::atomic<int> database_read{0};
    std::atomic<int> log_syncs{0};  ///< counts those that went well
};

inline constexpr char k_faulty_files[] = "iam-faulty-files";

/// Registers the layer under that name (once) and gives its switches, all off.
Faults& faulty_files();
/// A ledger on that layer.
store_sqlite::Options on_faulty_files();

}  // namespace iam::test
