// Finds and reads doc comments. clang's own search fails at the braces of [[iam::tool({…})]], so
// comments are found by place. They stand before the first attribute, or between the attributes and
// the name.
#include "generator/frontend/comments/comments.hpp"

#include <generator/frontend/clang/readable.hpp>
#include <generator/frontend/comments/doc_text.hpp>
#include <generator/frontend/tags/tag_words.hpp>

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RawCommentList.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <utility>

namespace iam::gen {
namespace {

using llvm::StringRef;

/// The text behind the comment at its beginning.
StringRef behind_comment(StringRef text) {
    const bool is_line = text.starts_with("//");
    const std::size_t end = is_line ? text.find('\n') : text.find("*/", 2);
    return end == StringRef::npos ? StringRef() : text.drop_front(is_line ? end : end + 2);
}

/// The text from the first character outside of comments that is not of the given kind. Reads no
/// further.
template <class Kind>
StringRef behind_comments_and(Kind is_of_kind, StringRef text) {
    while (!text.empty()) {
        if (text.starts_with("//") || text.starts_with("/*"))
            text = behind_comment(text);
        else if (is_of_kind(text.front()))
            text = text.drop_front();
        else
            break;
    }
    return text;
}

bool only_blank_or_comments(StringRef text) {
    return behind_comments_and(llvm::isSpace, text).empty();
}

/// True for white space, comments and words in capitals. An export macro may stand between a
/// comment and its declaration. So may `extern "C"` and the typedef of a C struct.
bool only_blank_or_macros(StringRef text) {
    for (const char* word : {"extern", "\"C\"", "typedef"}) {
        text = behind_comments_and(llvm::isSpace, text);
        text.consume_front(word);
    }
    const auto is_of_macro = [](char c) {
        return llvm::isSpace(c) || (c >= 'A' && c <= 'Z') || llvm::isDigit(c) || c == '_';
    };
    return behind_comments_and(is_of_macro, text).empty();
}

struct Neighbourhood {
    clang::FileID file;
    StringRef text;
    unsigned begin;  // of the first attribute, or of the declaration
    unsigned name;
    unsigned end;  // behind the last token
    const Stretches& attributes;
};

/// The last place in the file of the text that `location` comes from. For a macro with arguments,
/// it is the end of its use.
clang::SourceLocation last_in_file(const clang::SourceManager& sources,
                                   clang::SourceLocation location) {
    while (location.isMacroID()) {
        location = sources.isMacroArgExpansion(location)
                       ? sources.getImmediateSpellingLoc(location)
                       : sources.getImmediateExpansionRange(location).getEnd();
    }
    return location;
}

const Stretches& attribute_stretches(Reader& reader, clang::FileID file) {
    if (!reader.stretches.empty()) return reader.stretches[file];
    const clang::SourceManager& sources = reader.places.sources();
    for (const AttributeSpecifier& specifier : reader.log.specifiers()) {
        const clang::SourceLocation last = last_in_file(sources, specifier.end);
        const auto [begin_file, begin] =
            sources.getDecomposedLoc(reader.places.in_file(specifier.begin));
        const auto [end_file, end] = sources.getDecomposedLoc(last);
        const unsigned length =
            clang::Lexer::MeasureTokenLength(last, sources, reader.ast.getLangOpts());
        if (begin_file == end_file) reader.stretches[begin_file][end + length] = begin;
    }
    return reader.stretches[file];
}

/// The beginning of a declaration. A template begins with its parameters, unless it is abbreviated
/// as in `int twice(auto value)`.
clang::SourceLocation begin_of(const clang::NamedDecl& decl) {
    const clang::TemplateDecl* pattern = decl.getDescribedTemplate();
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionTemplateDecl>(pattern);
    const bool is_abbreviated = function != nullptr && function->isAbbreviated();
    return pattern == nullptr || is_abbreviated ? decl.getBeginLoc() : pattern->getBeginLoc();
}

Neighbourhood neighbourhood_of(Reader& reader, const clang::NamedDecl& decl) {
    const clang::SourceManager& sources = reader.places.sources();
    const clang::SourceLocation name = reader.places.in_file(decl.getLocation());
    const auto [file, name_offset] = sources.getDecomposedLoc(name);
    Neighbourhood around{.file = file,
                         .text = sources.getBufferData(file),
                         .begin = 0,
                         .name = name_offset,
                         .end = 0,
                         .attributes = attribute_stretches(reader, file)};
    const auto [begin_file, begin] =
        sources.getDecomposedLoc(reader.places.in_file(begin_of(decl)));
    around.begin = begin_file == file ? std::min(begin, name_offset) : name_offset;
    const clang::SourceLocation last = reader.places.in_file(decl.getEndLoc());
    const auto [end_file, end] = sources.getDecomposedLoc(last);
    around.end = end_file == file ? end + clang::Lexer::MeasureTokenLength(last, sources,
                                                                           reader.ast.getLangOpts())
                                  : name_offset;
    // Attributes may follow each other, so the search goes back over all of them.
    for (auto found = around.attributes.upper_bound(around.begin);
         found != around.attributes.begin();) {
        --found;
        const auto [stretch_end, stretch_begin] = *found;
        if (!only_blank_or_comments(around.text.slice(stretch_end, around.begin))) break;
        around.begin = stretch_begin;
    }
    return around;
}

bool inside_attribute(const Neighbourhood& around, unsigned offset) {
    const auto next = around.attributes.upper_bound(offset);
    return next != around.attributes.end() && next->second <= offset;
}

std::vector<const clang::RawComment*> comments_of(const Reader& reader, const Neighbourhood& around,
                                                  bool with_trailing) {
    std::vector<const clang::RawComment*> found;
    const auto* comments = reader.ast.Comments.getCommentsInFile(around.file);
    if (comments == nullptr) return found;
    const auto end_of = [&](clang::RawComment* comment) {
        return reader.ast.Comments.getCommentEndOffset(comment);
    };
    auto next = comments->lower_bound(around.begin);
    if (next != comments->begin()) {
        clang::RawComment* before = std::prev(next)->second;
        const StringRef between = around.text.slice(end_of(before), around.begin);
        if (!before->isTrailingComment() && only_blank_or_macros(between)) found.push_back(before);
    }
    for (; next != comments->end() && next->first < around.end; ++next) {
        if (next->first < around.name && !inside_attribute(around, next->first) &&
            !next->second->isTrailingComment()) {
            found.push_back(next->second);
        }
    }
    if (with_trailing && next != comments->end() && next->second->isTrailingComment()) {
        const StringRef between = around.text.slice(around.end, next->first);
        if (between.find_first_not_of(" \t,;)") == StringRef::npos) found.push_back(next->second);
    }
    return found;
}

/// The position of `word` in the text as a whole word.
std::size_t find_word(StringRef text, StringRef word, std::size_t from) {
    for (std::size_t at = text.find(word, from); at != StringRef::npos;
         at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_word_part(text[at - 1])) &&
            (end == text.size() || !is_word_part(text[end])))
            return at;
    }
    return StringRef::npos;
}

/// Finds where a comment names its parameters: the next place of each name behind the word "param"
/// in its line. If a name stands nowhere behind it, it is searched in the whole comment, and then
/// has the place of the comment.
class ParameterPlaces {
 public:
    ParameterPlaces(const Reader& reader, const clang::RawComment& comment)
        : reader_(reader),
          comment_(comment),
          raw_(comment.getRawText(reader.places.sources())),
          command_(find_word(raw_, k_command, 0)) {}

    SourceSpan next(StringRef name) {
        for (; command_ != StringRef::npos; command_ = find_word(raw_, k_command, command_ + 1)) {
            const std::size_t begin = std::max(command_ + k_command.size(), named_);
            const StringRef line = raw_.take_front(std::min(raw_.find('\n', begin), raw_.size()));
            if (name.empty()) return command_without_name();
            const std::size_t at = find_word(line, name, begin);
            const bool is_next = named_ > command_;  // "@param a, b"
            if (at == StringRef::npos || (is_next && raw_.slice(named_, at).trim() != ","))
                continue;
            named_ = at + name.size();
            return stretch(at, name.size());
        }
        const std::size_t at = find_word(raw_, name, 0);  // "@hour: text"
        return at == StringRef::npos ? reader_.places.token(comment_.getBeginLoc())
                                     : stretch(at, name.size());
    }

 private:
    static constexpr StringRef k_command = "param";

    SourceSpan command_without_name() {
        const std::size_t at = std::exchange(command_, find_word(raw_, k_command, command_ + 1));
        return at == 0 ? stretch(at, k_command.size()) : stretch(at - 1, k_command.size() + 1);
    }
    SourceSpan stretch(std::size_t at, std::size_t length) const {
        return reader_.places.stretch(comment_.getBeginLoc().getLocWithOffset(static_cast<int>(at)),
                                      static_cast<unsigned>(length));
    }

    const Reader& reader_;
    const clang::RawComment& comment_;
    StringRef raw_;
    std::size_t command_;
    std::size_t named_ = 0;
};

/// The place of a command or tag in the comment; the comment's beginning if it is written
/// otherwise.
SourceSpan place_of(const Reader& reader, const clang::RawComment& comment, StringRef written) {
    const StringRef word = written.trim("{@\\}<>");
    const StringRef raw = comment.getRawText(reader.places.sources());
    for (std::size_t at = find_word(raw, word, 1); at != StringRef::npos;
         at = find_word(raw, word, at + 1)) {
        if (!StringRef("@\\<").contains(raw[at - 1])) continue;
        return reader.places.stretch(
            comment.getBeginLoc().getLocWithOffset(static_cast<int>(at) - 1),
            static_cast<unsigned>(word.size()) + 1);
    }
    return reader.places.token(comment.getBeginLoc());
}

std::string listed(const std::vector<std::string>& names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) ==
            names.begin() + static_cast<std::ptrdiff_t>(i))
            out += (i == 0 ? "" : ", ") + names[i];
    return out;
}

/// True for a comment in a listed header. The user cannot change comments of other libraries.
bool is_of_listed_header(const Reader& reader, const clang::RawComment& comment) {
    const std::string file = reader.places.token(comment.getBeginLoc()).file;
    return std::any_of(reader.job.headers.begin(), reader.job.headers.end(),
                       [&](const Header& header) { return header.path == file; });
}

/// Reports text only referred to by the comment, and unknown commands.
void report_left_out(Reader& reader, const clang::RawComment& comment, const LeftOut& left_out) {
    if (left_out.elsewhere.empty() && left_out.unknown.empty()) return;
    if (!is_of_listed_header(reader, comment)) return;
    if (!left_out.elsewhere.empty())
        reader.report(DiagnosticId::doc_left_out,
                      place_of(reader, comment, left_out.elsewhere.front()),
                      "models do not read the text that " + listed(left_out.elsewhere) +
                          " stands for; write it into this comment, or give the attribute "
                          "[[iam::description(\"…\")]]");
    if (!left_out.unknown.empty())
        reader.report(DiagnosticId::doc_left_out,
                      place_of(reader, comment, left_out.unknown.front()),
                      "iam-gen does not know " + listed(left_out.unknown) +
                          " of this comment and leaves that word out; write the text without it, "
                          "or put it between backticks if it is meant as it stands");
}

/// Reports characters in the comment invisible to readers.
void check_readable(Reader& reader, const clang::RawComment& comment) {
    const auto found = find_unreadable(comment.getRawText(reader.places.sources()));
    if (!found) return;
    const auto place = comment.getBeginLoc().getLocWithOffset(static_cast<int>(found->offset));
    report_unreadable(reader, *found, "this comment",
                      reader.places.stretch(place, static_cast<unsigned>(found->length)));
}

}  // namespace

DocComment read_comment(Reader& reader, const clang::NamedDecl& decl) {
    DocComment doc;
    if (decl.getLocation().isInvalid()) return doc;
    const Neighbourhood around = neighbourhood_of(reader, decl);
    const bool with_trailing =
        llvm::isa<clang::FieldDecl, clang::EnumConstantDecl, clang::ParmVarDecl>(decl);
    for (const clang::RawComment* comment : comments_of(reader, around, with_trailing)) {
        check_readable(reader, *comment);
        const std::string text =
            comment->getFormattedText(reader.places.sources(), reader.ast.getDiagnostics());
        DocText parsed = parse_doc_text(text);
        if (!doc.description.empty() && !parsed.description.empty()) doc.description += "\n\n";
        doc.description += parsed.description;
        if (doc.result.empty()) doc.result = std::move(parsed.result);
        report_left_out(reader, *comment, parsed.left_out);
        ParameterPlaces places(reader, *comment);
        for (auto& [name, parameter_text] : parsed.parameters)
            doc.parameters.push_back({name, std::move(parameter_text), places.next(name)});
    }
    return doc;
}

}  // namespace iam::gen
