#pragma once

#include <iam/annotations.hpp>

namespace desk {

int today();

/// Notes.
[[iam::tool({.idempotent = false})]] void note(int day = today(), int hour = 5);  // iam-error: day

}  // namespace desk
