// Finds the macros that made the text at a place, and the macros without text on its line.
#include "generator/frontend/clang/macro_notes.hpp"

#include <generator/frontend/clang/places.hpp>

#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/Preprocessor.h>

#include <set>

namespace iam::gen {
namespace {

class MacroNotes {
 public:
    explicit MacroNotes(const clang::Preprocessor& preprocessor)
        : preprocessor_(preprocessor), sources_(preprocessor.getSourceManager()) {}

    std::vector<Note> of(clang::SourceLocation place) && {
        for (clang::SourceLocation at = place; at.isMacroID();
             at = sources_.getImmediateMacroCallerLoc(at))
            add(clang::Lexer::getImmediateMacroName(at, sources_, preprocessor_.getLangOpts()),
                "stands for other text");
        add_empty(sources_.getFileLoc(place));
        return std::move(notes_);
    }

 private:
    const clang::MacroInfo* info_of(llvm::StringRef name) const {
        const auto& known = preprocessor_.getIdentifierTable();
        const auto found = known.find(name);
        return found == known.end() ? nullptr : preprocessor_.getMacroInfo(found->second);
    }

    void add(llvm::StringRef name, const char* effect) {
        const clang::MacroInfo* info = info_of(name);
        if (info == nullptr || info->isBuiltinMacro() || !named_.insert(name.str()).second) return;
        const Places places(sources_, preprocessor_.getLangOpts());
        notes_.push_back(
            {"'" + name.str() + "' is a macro, which " + effect + "; it is defined here",
             places.token(info->getDefinitionLoc())});
    }

    /// Adds the macros without text on the line: clang reports the text behind them.
    void add_empty(clang::SourceLocation place) {
        if (place.isInvalid()) return;
        const auto [file, offset] = sources_.getDecomposedLoc(place);
        const llvm::StringRef text = sources_.getBufferData(file);
        const std::size_t begin = text.rfind('\n', offset) + 1;  // npos + 1 is 0
        const std::size_t end = std::min(text.find('\n', offset), text.size());
        clang::Lexer lexer(sources_.getLocForStartOfFile(file), preprocessor_.getLangOpts(),
                           text.begin(), text.begin() + begin, text.end());
        clang::Token token;
        while (!lexer.LexFromRawLexer(token) && token.isNot(clang::tok::eof) &&
               sources_.getFileOffset(token.getLocation()) < end) {
            if (token.isNot(clang::tok::raw_identifier)) continue;
            const clang::MacroInfo* info = info_of(token.getRawIdentifier());
            if (info != nullptr && info->getNumTokens() == 0)
                add(token.getRawIdentifier(), "stands for nothing");
        }
    }

    const clang::Preprocessor& preprocessor_;
    const clang::SourceManager& sources_;
    std::set<std::string> named_;
    std::vector<Note> notes_;
};

}  // namespace

std::vector<Note> macro_notes(const clang::Preprocessor& preprocessor,
                              clang::SourceLocation place) {
    return MacroNotes(preprocessor).of(place);
}

}  // namespace iam::gen
