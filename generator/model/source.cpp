// Diagnostics as text, in clang's form, so that editors and build tools find the places.
#include <generator/model/source.hpp>
#include <generator/model/text.hpp>

#include <algorithm>
#include <string_view>

namespace iam::gen {
namespace {

std::string_view word(Severity severity) {
    switch (severity) {
        case Severity::note:
            return "note";
        case Severity::warning:
            return "warning";
        case Severity::error:
            break;
    }
    return "error";
}

/// A line as a terminal shows it, with what stands below it.
struct ShownLine {
    std::string text;
    std::string indentation;  // tabs stay tabs, so that the caret stays below its character
    std::size_t width = 0;    // of the span, in columns
};

/// A character of several bytes takes one column, one that is spelled out as many as its spelling.
ShownLine shown(const SourceSpan& span) {
    ShownLine line;
    const std::string_view text = span.text;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = first_character(text.substr(at)).length;
        const std::string_view character = text.substr(at, length);
        const std::string spelled = visible(character);
        const std::size_t columns = spelled == character ? 1 : spelled.size();
        if (at + 1 < span.column)
            line.indentation.append(columns, character == "\t" ? '\t' : ' ');
        else if (at + 1 < span.end_column)
            line.width += columns;
        line.text += spelled;
        at += length;
    }
    if (span.column > text.size() + 1) line.indentation.append(span.column - text.size() - 1, ' ');
    return line;
}

void append_place(std::string& out, const SourceSpan& span) {
    if (span.file.empty()) {
        out += "iam-gen: ";
        return;
    }
    out += visible(span.file) + ':';
    if (span.line == 0) {
        out += ' ';
        return;
    }
    out += std::to_string(span.line) + ':' + std::to_string(span.column) + ": ";
}

void append_source(std::string& out, const SourceSpan& span) {
    if (span.line == 0 || span.column == 0 || span.text.empty()) return;
    const std::string number = std::to_string(span.line);
    const std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
    const ShownLine line = shown(span);
    out += margin + number + " | " + line.text + '\n';
    out += std::string(margin.size() + number.size(), ' ') + " | " + line.indentation + '^';
    out += std::string(line.width > 1 ? line.width - 1 : 0, '~') + '\n';
}

}  // namespace

bool has_errors(const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string to_text(const Diagnostics& diagnostics) {
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics) {
        append_place(out, diagnostic.span);
        out += word(diagnostic.severity);
        out += ": " + visible(diagnostic.message);
        if (!diagnostic.id.empty()) out += " [" + diagnostic.id + ']';
        out += '\n';
        append_source(out, diagnostic.span);
        for (const Note& note : diagnostic.notes) {
            append_place(out, note.span);
            out += "note: " + visible(note.message) + '\n';
            append_source(out, note.span);
        }
    }
    return out;
}

}  // namespace iam::gen
