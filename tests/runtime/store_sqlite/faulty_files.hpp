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
    std::atomic<bool> is_unsafe_to_overwrite{false};  ///< the log is, by its device's word
    std::atomic<int> log_syncs{0};                    ///< counts those that went well
    std::atomic<int> log_writes{0};                   ///< the same
    std::atomic<int> database_reads{0};               ///< the same
    std::atomic<int> database_bytes{0};               ///< asked for by them
};

inline constexpr char k_faulty_files[] = "iam-faulty-files";

/// Registers the layer under that name (once) and gives its switches, all off.
Faults& faulty_files();
/// A ledger on that layer.
store_sqlite::Options on_faulty_files();

}  // namespace iam::test
