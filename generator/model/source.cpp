// Writes diagnostics as text in clang's form, so editors and build tools find the places.
#include <generator/model/source.hpp>
#include <generator/model/text.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace iam::gen {
namespace {

/// Puts sequences of ECMA-48 around a text; without colours the text stays as it is.
class Paint {
 public:
    explicit Paint(Colours colours) : on_(colours == Colours::always) {}

    std::string bold(const std::string& text) const { return wrap("1", text); }
    std::string green(const std::string& text) const { return wrap("1;32", text); }
    std::string as(Severity severity, const std::string& text) const {
        switch (severity) {
            case Severity::note:
                return wrap("1;36", text);
            case Severity::warning:
                return wrap("1;35", text);
            case Severity::error:
                break;
        }
        return wrap("1;31", text);
    }

 private:
    std::string wrap(const char* code, const std::string& text) const {
        return on_ ? std::string("\x1b[") + code + 'm' + text + "\x1b[0m" : text;
    }
    bool on_;
};

/// Longer lines are shown in part: this much in all, and this much of it before the place.
constexpr std::size_t k_shown_max = 1000;
constexpr std::size_t k_shown_before = 200;
constexpr std::string_view k_left_out = "...";

bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// A line as a terminal shows it, and the layout of the line with the caret.
struct ShownLine {
    std::string text;
    std::string indentation;  // tabs stay tabs, so the caret stays below its character
    std::size_t width = 0;    // of the span, in columns
};

/// The number of bytes before a column of the line, among the first `count` bytes of the text. Each
/// of these takes one column.
std::size_t columns_before(const SourceSpan& span, unsigned column, std::size_t count) {
    const unsigned first = span.text_offset + 1;
    return column > first ? std::min<std::size_t>(column - first, count) : 0;
}

/// Lays out the line of a span. A character of several bytes takes one column; a spelled-out one
/// takes the columns of its spelling.
ShownLine shown(const SourceSpan& span) {
    ShownLine line;
    const std::string_view text = span.text;
    if (span.text_offset > 0) {
        line.text = k_left_out;
        line.indentation = std::string(k_left_out.size(), ' ');
    }
    std::size_t at = plain_length(text);  // most lines are plain to their end
    line.text += text.substr(0, at);
    line.indentation.append(columns_before(span, span.column, at), ' ');
    line.width = columns_before(span, span.end_column, at) - columns_before(span, span.column, at);
    while (at < text.size()) {
        const std::size_t length = first_character(text.substr(at)).length;
        const std::string_view character = text.substr(at, length);
        const bool is_plain = plain_length(character) > 0;
        const std::string spelled = is_plain ? std::string(character) : visible(character);
        const std::size_t columns = is_plain || spelled == character ? 1 : spelled.size();
        if (span.text_offset + at + 1 < span.column)
            line.indentation.append(columns, character == "\t" ? '\t' : ' ');
        else if (span.text_offset + at + 1 < span.end_column)
            line.width += columns;
        line.text += spelled;
        at += length;
    }
    if (span.is_text_cut) line.text += k_left_out;
    const std::size_t end = span.text_offset + text.size();
    if (span.column > end + 1) line.indentation.append(span.column - end - 1, ' ');
    return line;
}

std::string place_text(const SourceSpan& span) {
    if (span.file.empty()) return "iam-gen:";
    const std::string file = visible(span.file) + ':';
    if (span.line == 0) return file;
    return file + std::to_string(span.line) + ':' + std::to_string(span.column) + ':';
}

std::string source_text(const SourceSpan& span, const Paint& paint) {
    if (span.line == 0 || span.column == 0 || span.text.empty()) return {};
    const std::string number = std::to_string(span.line);
    const std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
    const ShownLine line = shown(span);
    const std::string caret = '^' + std::string(line.width > 1 ? line.width - 1 : 0, '~');
    return margin + number + " | " + line.text + '\n' +
           std::string(margin.size() + number.size(), ' ') + " | " + line.indentation +
           paint.green(caret) + '\n';
}

std::string head_text(const SourceSpan& span, Severity severity, const Paint& paint) {
    return paint.bold(place_text(span)) + ' ' +
           paint.as(severity, std::string(to_string(severity)) + ':') + ' ';
}

}  // namespace

Colours colours_for(bool is_terminal, const char* no_color, const char* term) {
    if (!is_terminal || term == nullptr || std::string_view(term) == "dumb") return Colours::never;
    return no_color != nullptr && *no_color != '\0' ? Colours::never : Colours::always;
}

void take_text(SourceSpan& span, std::string_view line) {
    constexpr std::size_t k_character_max = 4;
    std::size_t begin = 0;
    std::size_t end = line.size();
    if (line.size() > k_shown_max) {
        const std::size_t place =
            std::min<std::size_t>(span.column - std::min(span.column, 1U), line.size());
        begin = place - std::min(place, k_shown_before);
        end = std::min(begin + k_shown_max, line.size());
        // A character must not be cut in two.
        const std::size_t first = begin;
        while (begin > 0 && first - begin < k_character_max && continues_character(line[begin]))
            --begin;
        const std::size_t last = end;
        while (end < line.size() && end - last < k_character_max && continues_character(line[end]))
            ++end;
    }
    span.text = line.substr(begin, end - begin);
    span.text_offset = static_cast<unsigned>(begin);
    span.text_characters = static_cast<unsigned>(
        begin -
        static_cast<std::size_t>(std::count_if(
            line.begin(), line.begin() + static_cast<std::ptrdiff_t>(begin), continues_character)));
    span.is_text_cut = end < line.size();
}

bool has_errors(const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string_view to_string(Severity severity) {
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

std::string to_text(const Diagnostics& diagnostics, Colours colours) {
    const Paint paint(colours);
    std::string out;
    for (const Diagnostic& diagnostic : diagnostics) {
        out += head_text(diagnostic.span, diagnostic.severity, paint) + visible(diagnostic.message);
        if (!diagnostic.id.empty()) out += " [" + diagnostic.id + ']';
        out += '\n' + source_text(diagnostic.span, paint);
        for (const Note& note : diagnostic.notes) {
            out += head_text(note.span, Severity::note, paint) + visible(note.message) + '\n' +
                   source_text(note.span, paint);
        }
    }
    return out;
}

}  // namespace iam::gen
