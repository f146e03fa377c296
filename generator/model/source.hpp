// Places in the user's sources and what there is to say about them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

/// One line of a source file and a range of columns in it. Lines and columns count from 1, columns in bytes; line 0 = no place.
struct SourceSpan {
    std::string file{};
    unsigned line = 0;
    unsigned column = 0;
    unsigned end_column = 0;   // one past the last; column + 1 for a single caret
    std::string text{};        // the line itself, for the caret; of a long one the part around it
    unsigned text_offset = 0;  // bytes of the line before that part
    unsigned text_characters = 0;  // and characters
    bool is_text_cut = false;      // the line goes on behind that part
};

/// Cuts a line to what is worth showing of it around the span, which is in that line.
void take_text(SourceSpan& span, std::string_view line);

enum class Severity { note, warning, error };

struct Note {
    std::string message;
    SourceSpan span;
};

/// A sentence about a place with its way out. `id` is stable: "IAM1002".
struct Diagnostic {
    Severity severity = Severity::error;
    std::string id{};
    std::string message{};
    SourceSpan span{};
    std::vector<Note> notes{};
};

using Diagnostics = std::vector<Diagnostic>;

enum class Colours { never, always };

/// Colours are for people at a terminal that shows them, unless they said no (no-color.org). The last two are the environment's variables
/// NO_COLOR and TERM, null where they are not set.
Colours colours_for(bool is_terminal, const char* no_color, const char* term);

bool has_errors(const Diagnostics& diagnostics);
/// "note", "warning", "error".
std::string_view to_string(Severity severity);
/// clang's form: "file:line:col: error: … [IAM1002]", the line, a caret, the notes. Characters that a terminal would not show are spelled
/// out, as "<U+202E>".
std::string to_text(const Diagnostics& diagnostics, Colours colours = Colours::never);

}  // namespace iam::gen
