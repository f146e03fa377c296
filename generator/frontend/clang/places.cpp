// Turns clang's locations into places for people: file, line, columns and the line's text.
#include <generator/frontend/clang/places.hpp>

#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <string>

namespace iam::gen {
namespace {

/// The file name as clang shows it, without a leading "./".
std::string shown_name(const clang::PresumedLoc& place) {
    llvm::StringRef name = place.getFilename();
    name.consume_front("./");
    return name.str();
}

}  // namespace

clang::SourceLocation Places::in_file(clang::SourceLocation location) const {
    return sources_.getFileLoc(location);
}

std::pair<llvm::StringRef, unsigned> Places::text_at(clang::SourceLocation location) const {
    const auto [file, offset] = sources_.getDecomposedLoc(in_file(location));
    bool invalid = false;
    const llvm::StringRef text = sources_.getBufferData(file, &invalid);
    if (invalid || offset > text.size()) return {llvm::StringRef(), 0};
    return {text, offset};
}

SourceSpan Places::stretch(clang::SourceLocation begin, unsigned length) const {
    SourceSpan span;
    if (begin.isInvalid()) return span;
    const clang::PresumedLoc presumed = sources_.getPresumedLoc(begin);
    if (presumed.isInvalid()) return span;
    span.file = shown_name(presumed);
    span.line = presumed.getLine();
    span.column = presumed.getColumn();
    const auto [text, offset] = text_at(begin);
    const std::size_t line_begin = offset + 1 - std::min(offset + 1, span.column);
    const std::size_t line_end = std::min(text.find('\n', offset), text.size());
    const llvm::StringRef line = text.slice(line_begin, line_end).rtrim('\r');
    take_text(span, line);
    const unsigned line_length = static_cast<unsigned>(line.size());
    span.end_column = span.column + std::max(1u, length);
    if (span.column <= line_length) span.end_column = std::min(span.end_column, line_length + 1);
    return span;
}

SourceSpan Places::token(clang::SourceLocation location) const {
    if (location.isInvalid()) return {};
    const clang::SourceLocation begin = in_file(location);
    return stretch(begin, clang::Lexer::MeasureTokenLength(begin, sources_, language_));
}

SourceSpan Places::range(clang::SourceRange range) const {
    if (range.isInvalid()) return {};
    const clang::SourceLocation begin = in_file(range.getBegin());
    const clang::SourceLocation last = in_file(range.getEnd());
    const auto [begin_file, begin_offset] = sources_.getDecomposedLoc(begin);
    const auto [last_file, last_offset] = sources_.getDecomposedLoc(last);
    if (begin_file != last_file || last_offset < begin_offset) return token(range.getBegin());
    return stretch(begin, last_offset - begin_offset +
                              clang::Lexer::MeasureTokenLength(last, sources_, language_));
}

}  // namespace iam::gen
