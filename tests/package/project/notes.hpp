// Notes in a file, one a line.
#pragma once

#include <iam/annotations.hpp>

#include <bounds.hpp>

#include <string>

// The formatter breaks attributes that hold braces at odd places.
// clang-format off

namespace notebook {

struct Note {
    int number;        ///< line of the file, from 1
    std::string text;  ///< as it was written
};

/// Writes a note at the end of the notebook.
/// @param text    one line of text
/// @param copies  how often
[[iam::tool({.title = "Add a note", .destructive = false, .idempotent = false, .open_world = false})]]
Note add_note([[iam::length(1, 80)]] const std::string& text, [[iam::range(1, k_copies_max)]] int copies = 1);

[[iam::preview(add_note)]]
iam::Preview preview_note(const std::string& text, int copies);

[[iam::undo(add_note)]]
void remove_note(const Note& result);

/// How many notes there are.
[[iam::tool({.title = "Count notes", .policy = iam::allow, .read_only = true, .open_world = false})]]
int count_notes();

#ifdef NOTEBOOK_EXTRA
/// Empties the notebook.
[[iam::tool({.title = "Clear", .destructive = true, .open_world = false})]]
void clear_notes();
#endif

}  // namespace notebook
