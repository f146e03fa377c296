// Places in the user's sources, and diagnostics about them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

/// A range of columns in one line of a source file. Lines and columns count from 1, columns in
/// bytes; line 0 means no place.
struct SourceSpan {
    std::string file{};
    unsigned line = 0;
    unsigned column = 0;
    unsigned end_column = 0;       // one past the last; column + 1 for a single caret
    std::string text{};            // the line, for the caret; of a long line the part around it
    unsigned text_offset = 0;      // bytes of the line before the kept part
    unsigned text_characters = 0;  // and characters
    bool is_text_cut = false;      // the line goes on behind the part
};

/// Keeps the relevant part of `line` around the span. The span is in this line.
void take_text(SourceSpan& span, std::string_view line);

enum class Severity { note, warning, error };

struct Note {
    std::string message;
    SourceSpan span;
};

/// A sentence about a place, with the way out. `id` is stable: "IAM1002".
struct Diagnostic {
    Severity severity = Severity::error;
    std::string id{};
    std::string message{};
    SourceSpan span{};
    std::vector<Note> notes{};
};

using Diagnostics = std::vector<Diagnostic>;

enum class Colours { never, always };

/// `always` for a terminal with colours, unless its user refused them (no-color.org). `no_color`
/// and `term` are the environment variables NO_COLOR and TERM, or null.
Colours colours_for(bool is_terminal, const char* no_color, const char* term);

bool has_errors(const Diagnostics& diagnostics);
/// "note", "warning", "error".
std::string_view to_string(Severity severity);
/// Text in clang's form: "file:line:col: error: … [IAM1002]", the line, a caret, the notes.
/// Characters invisible in a terminal are spelled out as "<U+202E>".
std::string to_text(const Diagnostics& diagnostics, Colours colours = Colours::never);

}  // namespace iam::gen
