// SQLite: functions of its C interface, declared once more.
#pragma once

#include <iam/annotations.hpp>

#include <sqlite3.h>

extern "C" {

/// The version of SQLite: 3040001 is 3.40.1.
[[iam::tool({.read_only = true})]] int sqlite3_libversion_number(void);

/// Frees memory that is not needed now and gives back how many bytes it was.
/// @param bytes  how many are wanted
[[iam::tool({.idempotent = true})]] int sqlite3_release_memory([[iam::range(0,
                                                                            1 << 20)]] int bytes);

}  // extern "C"
