// Examines the text behind each use of a macro named iam.
#include "generator/frontend/tags/hidden_tags.hpp"

#include <generator/frontend/attributes/names.hpp>
#include <generator/frontend/reader.hpp>

#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <string_view>

namespace iam::gen {
namespace {

class HiddenTagWatch final : public clang::PPCallbacks {
 public:
    HiddenTagWatch(clang::Preprocessor& preprocessor, std::vector<HiddenTag>& tags)
        : sources_(preprocessor.getSourceManager()),
          language_(preprocessor.getLangOpts()),
          tags_(tags) {}

    void MacroExpands(const clang::Token& name, const clang::MacroDefinition& macro,
                      clang::SourceRange, const clang::MacroArgs*) override {
        const clang::MacroInfo* info = macro.getMacroInfo();
        if (info == nullptr || std::string_view(name.getIdentifierInfo()->getName()) != k_scope)
            return;
        if (is_itself(*info) || !names_tag(name.getLocation())) return;
        const clang::SourceLocation definition = info->getDefinitionLoc();
        const bool has_file = definition.isValid() &&
                              !sources_.isWrittenInBuiltinFile(definition) &&
                              !sources_.isWrittenInCommandLineFile(definition);
        tags_.push_back({name.getLocation(), has_file ? definition : clang::SourceLocation()});
    }

 private:
    /// "#define iam iam" changes nothing.
    static bool is_itself(const clang::MacroInfo& macro) {
        if (macro.getNumTokens() != 1) return false;
        const clang::IdentifierInfo* only = macro.getReplacementToken(0).getIdentifierInfo();
        return only != nullptr && std::string_view(only->getName()) == k_scope;
    }

    /// True if the written text goes on with "::tool" or, behind "using", with ": tool".
    bool names_tag(clang::SourceLocation scope) const {
        const auto next = [&](clang::SourceLocation place) {
            return clang::Lexer::findNextToken(place, sources_, language_);
        };
        const auto colons = next(sources_.getSpellingLoc(scope));
        if (!colons || !colons->isOneOf(clang::tok::coloncolon, clang::tok::colon)) return false;
        const auto word = next(colons->getLocation());
        return word && word->is(clang::tok::raw_identifier) &&
               find_spelling(std::string_view(word->getRawIdentifier())) != nullptr;
    }

    const clang::SourceManager& sources_;
    const clang::LangOptions& language_;
    std::vector<HiddenTag>& tags_;
};

}  // namespace

void record_hidden_tags(clang::Preprocessor& preprocessor, std::vector<HiddenTag>& tags) {
    preprocessor.addPPCallbacks(std::make_unique<HiddenTagWatch>(preprocessor, tags));
}

void report_hidden_tags(Reader& reader, const std::vector<HiddenTag>& tags) {
    for (const HiddenTag& tag : tags) {
        std::vector<Note> notes;
        if (tag.definition.isValid())
            notes.push_back({"the macro is defined here", reader.places.token(tag.definition)});
        reader.report(DiagnosticId::hidden_by_macro, reader.places.token(tag.scope),
                      "a macro called iam takes the place of this word, so that compilers see "
                      "another attribute or none; give the macro another name, or put #undef iam "
                      "before the tags",
                      std::move(notes));
    }
}

}  // namespace iam::gen
