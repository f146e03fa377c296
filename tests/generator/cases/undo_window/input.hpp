#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Adds a line.
[[iam::tool({.destructive = false, .undo_window_s = 0})]] int add_line(int number);  // iam-error: give 1 to 315360000
/// Takes it out again.
[[iam::undo(add_line)]] void remove_line(int result);
/// Adds a page.
[[iam::tool({.destructive = false, .undo_window_s = 1.5})]] int add_page(int number);  // iam-error: a whole number of seconds
/// Takes it out again.
[[iam::undo(add_page)]] void remove_page(int result);

}  // namespace desk
