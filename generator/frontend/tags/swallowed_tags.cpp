// Lexes each listed header with its comments, and looks for tags unseen by every compiler. The time
// is in proportion to the text.
#include "generator/frontend/tags/swallowed_tags.hpp"

#include <generator/frontend/attributes/names.hpp>
#include <generator/frontend/reader.hpp>

#include <clang/Basic/FileManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace iam::gen {
namespace {

using llvm::StringRef;

/// A tag at the beginning of a line is named within this many tokens.
constexpr int k_tokens_max = 64;
/// The text before a tag at the beginning of a line is shorter than this.
constexpr std::size_t k_line_bytes_max = 1000;

bool declares(const LoggedAttribute& logged) {
    const Spelling* spelling = find_spelling(logged.name);
    return spelling != nullptr && spelling->place != Place::value;
}

/// Recognises examples of code in documentation: fences, @code, <code>, <pre>.
class CodeBlocks {
 public:
    /// True for a line of an example.
    bool take(StringRef line) {
        line = line.ltrim(" \t*/!");
        if (line.starts_with("```") || line.starts_with("~~~")) {
            inside_ = !inside_;
            return true;
        }
        const bool was_inside = inside_;
        for (const char* begin : {"@code", "\\code", "@verbatim", "\\verbatim", "<code>", "<pre>"})
            inside_ = inside_ || line.contains(begin);
        for (const char* end : {"endcode", "endverbatim", "</code>", "</pre>"})
            inside_ = inside_ && !line.contains(end);
        return was_inside || inside_;
    }

 private:
    bool inside_ = false;
};

enum class Swallower { line_comment, block_comment, string, directive };

/// The position where a tag can begin in a line intended as code; npos: nowhere.
std::size_t beginning_of_tag(StringRef line, Swallower swallower) {
    const std::size_t at = line.find("[[");
    if (at == StringRef::npos) return at;
    const StringRef before = line.take_front(at);
    const auto is_of_macro = [](char c) {
        return llvm::isSpace(c) || (c >= 'A' && c <= 'Z') || llvm::isDigit(c) || c == '_';
    };
    const bool is_code = swallower == Swallower::line_comment
                             ? !before.contains('`') && !before.ltrim().starts_with("//")
                             : std::all_of(before.begin(), before.end(), is_of_macro);
    return is_code ? at : StringRef::npos;
}

/// The position of the last line with "/*" at its beginning in a block comment; 0 if there is none.
/// The comment was meant to end before it.
std::size_t last_opening(StringRef comment) {
    std::size_t last = 0;
    for (std::size_t at = 0; at < comment.size();) {
        const StringRef line = comment.substr(at).split('\n').first;
        if (at > 0 && line.ltrim().starts_with("/*")) last = at;
        at += line.size() + 1;
    }
    return last;
}

/// True for a line marked as part of a comment.
bool is_marked(StringRef line) {
    return line.ltrim().starts_with("*") || line.ltrim().starts_with("//");
}

class HeaderText {
 public:
    HeaderText(Reader& reader, clang::FileID file, const std::set<unsigned>& seen,
               const std::map<unsigned, unsigned>& skipped)
        : reader_(reader),
          sources_(reader.places.sources()),
          file_(file),
          text_(sources_.getBufferData(file)),
          seen_(seen),
          skipped_(skipped) {}

    void report() {
        clang::Lexer lexer = lexer_from(0);
        lexer.SetCommentRetentionState(true);
        bool in_directive = false;
        bool comment_leads = false;  // a comment begins the line
        clang::Token token;
        while (!lexer.LexFromRawLexer(token)) {
            if (token.is(clang::tok::comment)) {
                look_into(token);
                comment_leads = token.isAtStartOfLine() || comment_leads;
                continue;
            }
            if (token.isAtStartOfLine() || comment_leads) in_directive = token.is(clang::tok::hash);
            comment_leads = false;
            if (in_directive) {
                if (token.is(clang::tok::hash) && token.isAtStartOfLine())
                    directive_ = token.getLocation();
                give(token, directives_);
                take_directive_tags();
                continue;
            }
            if (clang::tok::isStringLiteral(token.getKind())) look_into(token);
            give(token, log_);
        }
        for (const LoggedAttribute& logged : log_.ours()) report_dropped(logged);
    }

 private:
    clang::Lexer lexer_from(std::size_t begin) const {
        return {sources_.getLocForStartOfFile(file_), reader_.ast.getLangOpts(), text_.begin(),
                text_.begin() + begin, text_.end()};
    }

    void give(clang::Token& token, AttributeLog& log) const {
        if (log.ignores(token)) return;
        if (token.is(clang::tok::raw_identifier))
            reader_.sema.getPreprocessor().LookUpIdentifierInfo(token);
        log.on_token(token);
    }

    unsigned offset_of(clang::SourceLocation location) const {
        return sources_.getFileOffset(location);
    }

    bool is_skipped(unsigned offset) const {
        const auto next = skipped_.upper_bound(offset);
        return next != skipped_.begin() && offset < std::prev(next)->second;
    }

    /// Searches the lines behind the first one of a comment or a string.
    void look_into(const clang::Token& token) {
        const unsigned begin = offset_of(token.getLocation());
        const StringRef text = text_.substr(begin, token.getLength());
        if (!text.contains('\n') || !text.contains("[[")) return;
        const std::size_t opening = text.starts_with("/*") ? last_opening(text) : 0;
        const Swallower swallower = text.starts_with("//")   ? Swallower::line_comment
                                    : text.starts_with("/*") ? Swallower::block_comment
                                                             : Swallower::string;
        CodeBlocks blocks;
        for (std::size_t at = 0; at < text.size();) {
            const StringRef line = text.substr(at).split('\n').first;
            const bool is_example = blocks.take(line);
            const bool is_open = at < opening && !is_marked(line);
            const std::size_t tag =
                beginning_of_tag(line, is_open ? Swallower::line_comment : swallower);
            if ((at > 0 || is_open) && !is_example && tag != StringRef::npos)
                report_tag(token, swallower, begin + at + tag);
            at += line.size() + 1;
        }
    }

    /// Reports the tag at `begin`, if there is one.
    void report_tag(const clang::Token& swallowing, Swallower swallower, std::size_t begin) {
        const std::size_t end = offset_of(swallowing.getLocation()) + swallowing.getLength();
        clang::Lexer lexer = lexer_from(begin);
        AttributeLog log;
        clang::Token token;
        for (int i = 0; i < k_tokens_max && log.ours().empty(); ++i) {
            if (lexer.LexFromRawLexer(token) || offset_of(token.getLocation()) >= end) break;
            give(token, log);
            if (i > 0 && log.ignores(token)) break;
        }
        for (const LoggedAttribute& logged : log.ours())
            if (declares(logged)) report(logged, swallower, swallowing.getLocation());
    }

    void report(const LoggedAttribute& logged, Swallower swallower, clang::SourceLocation begin) {
        const std::string tag = "the tag iam::" + logged.name;
        std::string message;
        switch (swallower) {
            case Swallower::line_comment:
                message = "a backslash ends the line before, so that " + tag +
                          " belongs to its comment and no compiler sees it; take the backslash "
                          "away";
                break;
            case Swallower::block_comment:
                message = tag +
                          " stands in a comment that is still open here, so that no compiler sees "
                          "it; end the comment with */ before it, or put // before the line";
                break;
            case Swallower::directive:
                message = "a backslash ends the line before, so that " + tag +
                          " belongs to its directive and no compiler sees it; take the backslash "
                          "away";
                break;
            case Swallower::string:
                message = tag +
                          " stands in a string, so that no compiler sees it; end the string before "
                          "it, or begin the line with another character";
                break;
        }
        reader_.report(DiagnosticId::tag_swallowed, reader_.places.token(logged.name_location),
                       std::move(message),
                       {{swallower == Swallower::string      ? "the string begins here"
                         : swallower == Swallower::directive ? "the directive begins here"
                                                             : "the comment begins here",
                         reader_.places.stretch(begin, 2)}});
    }

    /// Reports tags in directives. If a macro was used, the parser has seen its tags. A macro
    /// without a use may be for other headers if its lines are indented.
    void take_directive_tags() {
        for (; taken_ < directives_.ours().size(); ++taken_) {
            const LoggedAttribute& logged = directives_.ours()[taken_];
            const unsigned offset = offset_of(logged.name_location);
            const StringRef line = line_before(offset);
            const bool begins_line = beginning_of_tag(line, Swallower::block_comment) != line.npos;
            const StringRef directive = line_before(offset_of(directive_));
            const bool is_indented = line.size() - line.ltrim().size() > directive.size();
            if (!declares(logged) || seen_.count(offset) != 0 || is_skipped(offset)) continue;
            if (begins_line && !is_indented) report(logged, Swallower::directive, directive_);
        }
    }

    StringRef line_before(unsigned offset) const {
        const StringRef before = text_.take_front(offset).take_back(k_line_bytes_max);
        return before.substr(before.rfind('\n') + 1);
    }

    /// Reports a tag written as code and unseen by the parser.
    void report_dropped(const LoggedAttribute& logged) {
        const unsigned offset = offset_of(logged.name_location);
        if (!declares(logged) || seen_.count(offset) != 0 || is_skipped(offset)) return;
        SourceSpan place = reader_.places.token(logged.name_location);
        // If a macro replaces the first word of a tag, there is an error already.
        for (const Diagnostic& known : reader_.diagnostics)
            if (known.severity == Severity::error && known.span.file == place.file &&
                known.span.line == place.line)
                return;
        reader_.report(DiagnosticId::tag_swallowed, std::move(place),
                       "a macro takes the tag iam::" + logged.name +
                           " and drops it, so that no compiler sees it; write the declaration "
                           "outside of the macro");
    }

    Reader& reader_;
    const clang::SourceManager& sources_;
    clang::FileID file_;
    StringRef text_;
    const std::set<unsigned>& seen_;
    const std::map<unsigned, unsigned>& skipped_;
    AttributeLog log_;
    AttributeLog directives_;
    std::size_t taken_ = 0;  // number of examined attributes in directives
    clang::SourceLocation directive_;
};

}  // namespace

void report_swallowed_tags(Reader& reader, const std::vector<clang::SourceRange>& skipped) {
    const clang::SourceManager& sources = reader.places.sources();
    const auto entry_of = [&](clang::SourceLocation place) -> const clang::FileEntry* {
        const auto entry = sources.getFileEntryRefForID(sources.getFileID(place));
        return entry ? &entry->getFileEntry() : nullptr;
    };
    std::map<const clang::FileEntry*, std::set<unsigned>> seen;
    for (const LoggedAttribute& logged : reader.log.ours()) {
        for (const clang::SourceLocation place : {reader.places.in_file(logged.name_location),
                                                  sources.getSpellingLoc(logged.name_location)})
            seen[entry_of(place)].insert(sources.getFileOffset(place));
    }
    std::map<const clang::FileEntry*, std::map<unsigned, unsigned>> left_out;
    for (const clang::SourceRange range : skipped) {
        unsigned& end =
            left_out[entry_of(range.getBegin())][sources.getFileOffset(range.getBegin())];
        end = std::max(end, sources.getFileOffset(range.getEnd()));
    }
    for (const Header& header : reader.job.headers) {
        const auto entry = sources.getFileManager().getOptionalFileRef(header.path);
        if (!entry) continue;
        const clang::FileID file = sources.translateFile(*entry);
        if (file.isInvalid()) continue;
        const clang::FileEntry* key = &entry->getFileEntry();
        HeaderText(reader, file, seen[key], left_out[key]).report();
    }
}

}  // namespace iam::gen
