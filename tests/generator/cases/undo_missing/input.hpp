#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds a line.
[[iam::tool({.destructive = false, .undo_exact = true, .undo_window_s = 60})]] int add_line(int number);  // iam-error: .undo_exact says // iam-error: .undo_window_s says

}  // namespace desk
