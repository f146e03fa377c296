// How much of a long test runs.
#pragma once

#include <cstdlib>

namespace iam::test {

/// IAM_CRASH_FULL=1: everything, not the slice of CI.
inline bool is_full_run() {
    const char* full = std::getenv("IAM_CRASH_FULL");
    return full != nullptr && *full == '1';
}

}  // namespace iam::test
