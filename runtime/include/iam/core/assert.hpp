// Defines IAM_ASSERT: it stops the program if an invariant is broken. If the program went on, it
// could run a tool without consent.
#pragma once

namespace iam {
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line) noexcept;
}

#define IAM_ASSERT(condition) \
    ((condition) ? static_cast<void>(0) : ::iam::assertion_failed(#condition, __FILE__, __LINE__))
