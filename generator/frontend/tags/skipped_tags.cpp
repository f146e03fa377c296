// Lexes the text skipped by the preprocessor, and looks for our attributes in it.
#include "generator/frontend/tags/skipped_tags.hpp"

#include <generator/frontend/attributes/names.hpp>
#include <generator/frontend/reader.hpp>

#include <clang/Basic/FileManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>

#include <memory>
#include <set>
#include <utility>

namespace iam::gen {
namespace {

class SkipRecorder final : public clang::PPCallbacks {
 public:
    explicit SkipRecorder(std::vector<clang::SourceRange>& ranges) : ranges_(ranges) {}
    void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
        ranges_.push_back(range);
    }

 private:
    std::vector<clang::SourceRange>& ranges_;
};

/// A place in a file, the same for all inclusions of the file.
using FilePlace = std::pair<const clang::FileEntry*, unsigned>;

class SkippedText {
 public:
    explicit SkippedText(Reader& reader) : reader_(reader), sources_(reader.places.sources()) {
        for (const Header& header : reader.job.headers) {
            if (const auto entry = sources_.getFileManager().getOptionalFileRef(header.path))
                listed_.insert(&entry->getFileEntry());
        }
        for (const LoggedAttribute& logged : reader.log.ours())
            seen_.insert(place_of(reader.places.in_file(logged.name_location)));
    }

    void report(clang::SourceRange range) {
        if (listed_.count(place_of(range.getBegin()).first) == 0) return;
        const AttributeLog log = read(range);
        for (const LoggedAttribute& logged : log.ours()) {
            const Spelling* spelling = find_spelling(logged.name);
            if (spelling == nullptr || spelling->place == Place::value) continue;
            if (seen_.count(place_of(logged.name_location)) != 0) continue;
            report_left_out(logged, range);
        }
    }

 private:
    void report_left_out(const LoggedAttribute& logged, clang::SourceRange range) {
        const auto [file, begin] = sources_.getDecomposedLoc(range.getBegin());
        const bool never = is_never(sources_.getBufferData(file).substr(begin));
        const std::string tag = "the tag iam::" + logged.name;
        std::string message =
            never ? "#if 0 leaves " + tag +
                        " out, so that no compiler sees it; take the declaration away, or put // "
                        "before its lines"
                  : "this configuration leaves " + tag +
                        " out, so that builds of the same sources differ in their tools; "
                        "declare the tool in every configuration, or in a header of its own";
        reader_.report(
            never ? DiagnosticId::tag_swallowed : DiagnosticId::tag_in_other_configuration,
            reader_.places.token(logged.name_location), std::move(message),
            {{"the condition is here", reader_.places.token(range.getBegin())}});
    }

    FilePlace place_of(clang::SourceLocation location) const {
        const auto [file, offset] = sources_.getDecomposedLoc(location);
        const auto entry = sources_.getFileEntryRefForID(file);
        return {entry ? &entry->getFileEntry() : nullptr, offset};
    }

    AttributeLog read(clang::SourceRange range) const {
        AttributeLog log;
        const auto [file, begin] = sources_.getDecomposedLoc(range.getBegin());
        const unsigned end = sources_.getFileOffset(range.getEnd());
        const llvm::StringRef text = sources_.getBufferData(file);
        clang::Lexer lexer(sources_.getLocForStartOfFile(file), reader_.ast.getLangOpts(),
                           text.begin(), text.begin() + begin, text.end());
        clang::Token token;
        while (!lexer.LexFromRawLexer(token) && sources_.getFileOffset(token.getLocation()) < end) {
            if (token.is(clang::tok::raw_identifier))
                reader_.sema.getPreprocessor().LookUpIdentifierInfo(token);
            log.on_token(token);
        }
        return log;
    }

    /// True for "#if 0", with or without a comment behind it.
    static bool is_never(llvm::StringRef text) {
        llvm::StringRef line = text.split('\n').first.trim();
        if (!line.consume_front("#")) return false;
        line = line.ltrim();
        if (!line.consume_front("if")) return false;
        line = line.ltrim();
        if (!line.consume_front("0")) return false;
        line = line.ltrim();
        while (line.consume_front("/*")) line = line.split("*/").second.ltrim();
        return line.empty() || line.starts_with("//");
    }

    Reader& reader_;
    const clang::SourceManager& sources_;
    std::set<const clang::FileEntry*> listed_;
    std::set<FilePlace> seen_;
};

}  // namespace

void record_skipped(clang::Preprocessor& preprocessor, std::vector<clang::SourceRange>& ranges) {
    preprocessor.addPPCallbacks(std::make_unique<SkipRecorder>(ranges));
}

void report_skipped_tags(Reader& reader, const std::vector<clang::SourceRange>& ranges) {
    SkippedText skipped(reader);
    for (const clang::SourceRange range : ranges) skipped.report(range);
}

}  // namespace iam::gen
