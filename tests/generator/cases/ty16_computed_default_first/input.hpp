#pragma once

#include <iam/annotations.hpp>

namespace desk {

int today();

/// Notes.
[[iam::tool({.idempotent = false})]] void note(int day = today(), int hour = 5);  // iam-error: day
[[iam::preview(note)]] iam::Preview show_note(int day = today(), int hour = 5);

}  // namespace desk
