// Follows every macro tested or used in the user's text through the user's macros to the macros of
// the compiler.
#include "generator/frontend/compilers/compiler_watch.hpp"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <utility>

namespace iam::gen {
namespace {

/// Names defined by every compiler with the same meaning: the standard, the machine, the system,
/// sizes.
constexpr llvm::StringLiteral k_common_names[] = {
    "__cplusplus",   "__LINE__",    "__FILE__",      "__BASE_FILE__", "__FILE_NAME__",
    "__DATE__",      "__TIME__",    "__TIMESTAMP__", "__COUNTER__",   "__INCLUDE_LEVEL__",
    "_Pragma",       "__STDC__",    "__linux__",     "__linux",       "linux",
    "__gnu_linux__", "__unix__",    "__unix",        "unix",          "__ELF__",
    "__APPLE__",     "__MACH__",    "_WIN32",        "_WIN64",        "__CYGWIN__",
    "__MINGW32__",   "__MINGW64__", "__ANDROID__",   "__FreeBSD__",   "__OpenBSD__",
    "__NetBSD__",    "__sun",       "__QNX__",       "__x86_64__",    "__x86_64",
    "__amd64__",     "__amd64",     "__i386__",      "__i386",        "__aarch64__",
    "__arm__",       "__riscv",     "__powerpc__",   "__powerpc64__", "__s390x__",
    "__mips__",      "__LP64__",    "_LP64",         "__ILP32__",     "__CHAR_BIT__",
    "__BYTE_ORDER__"};
constexpr llvm::StringLiteral k_common_beginnings[] = {"__SIZEOF_", "__ORDER_", "__STDC_"};
/// C headers with numbers as macros. The numbers follow from the machine.
constexpr llvm::StringLiteral k_headers_of_limits[] = {"limits.h", "float.h", "stdint.h",
                                                       "stddef.h", "inttypes.h"};

bool is_common(llvm::StringRef name) {
    return llvm::is_contained(k_common_names, name) ||
           llvm::any_of(k_common_beginnings,
                        [&](llvm::StringRef begin) { return name.starts_with(begin); });
}

/// Names reserved for compilers and their libraries.
bool is_reserved(llvm::StringRef name) {
    return name.size() > 1 && name[0] == '_' &&
           (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'));
}

class CompilerWatch final : public clang::PPCallbacks {
 public:
    CompilerWatch(const ParseJob& job, clang::Preprocessor& preprocessor,
                  CompilerQuestions& questions)
        : preprocessor_(preprocessor),
          sources_(preprocessor.getSourceManager()),
          questions_(questions) {
        for (const Header& header : job.headers)
            if (const auto entry = sources_.getFileManager().getOptionalFileRef(header.path))
                listed_.insert(&entry->getFileEntry());
    }

    void FileChanged(clang::SourceLocation place, FileChangeReason,
                     clang::SrcMgr::CharacteristicKind kind, clang::FileID) override {
        guard_ = nullptr;
        is_users_ = !sources_.isWrittenInBuiltinFile(place) &&
                    !sources_.isWrittenInCommandLineFile(place) &&
                    (!clang::SrcMgr::isSystem(kind) || is_listed(place));
    }

    void If(clang::SourceLocation directive, clang::SourceRange, ConditionValueKind) override {
        read_condition(directive);
    }
    using clang::PPCallbacks::Elif;
    void Elif(clang::SourceLocation directive, clang::SourceRange, ConditionValueKind,
              clang::SourceLocation) override {
        read_condition(directive);
    }
    void Ifdef(clang::SourceLocation, const clang::Token& name,
               const clang::MacroDefinition&) override {
        tested(name);
    }
    void Ifndef(clang::SourceLocation, const clang::Token& name,
                const clang::MacroDefinition& macro) override {
        if (!is_users_) return;
        // An include guard belongs to the user: the next line defines it.
        guard_ = macro ? nullptr : name.getIdentifierInfo();
        if (guard_ == nullptr) tested(name);
    }
    using clang::PPCallbacks::Elifdef;
    void Elifdef(clang::SourceLocation, const clang::Token& name,
                 const clang::MacroDefinition&) override {
        tested(name);
    }
    using clang::PPCallbacks::Elifndef;
    void Elifndef(clang::SourceLocation, const clang::Token& name,
                  const clang::MacroDefinition&) override {
        tested(name);
    }

    void MacroDefined(const clang::Token& name, const clang::MacroDirective*) override {
        if (guard_ == nullptr || !is_users_) return;
        if (name.getIdentifierInfo() != guard_) settle_guard();
        guard_ = nullptr;
    }
    void Endif(clang::SourceLocation, clang::SourceLocation) override { settle_guard(); }
    void Else(clang::SourceLocation, clang::SourceLocation) override { settle_guard(); }
    void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef, bool,
                            clang::CharSourceRange, clang::OptionalFileEntryRef, llvm::StringRef,
                            llvm::StringRef, const clang::Module*, bool,
                            clang::SrcMgr::CharacteristicKind) override {
        settle_guard();
    }

    void MacroExpands(const clang::Token& name, const clang::MacroDefinition&,
                      clang::SourceRange range, const clang::MacroArgs*) override {
        // The parts of a macro were examined together with the macro itself.
        if (!is_users_ || name.getLocation().isMacroID() ||
            preprocessor_.isParsingIfOrElifDirective())
            return;
        if (asks(*name.getIdentifierInfo()))
            questions_.expansions.push_back(sources_.getExpansionLoc(range.getBegin()));
    }

 private:
    bool is_listed(clang::SourceLocation place) const {
        const auto entry = sources_.getFileEntryRefForID(sources_.getFileID(place));
        return entry && listed_.count(&entry->getFileEntry()) != 0;
    }

    void tested(const clang::Token& name) {
        if (is_users_) judge(*name.getIdentifierInfo());
    }

    void settle_guard() {
        if (guard_ != nullptr) judge(*std::exchange(guard_, nullptr));
    }

    void judge(clang::IdentifierInfo& name) {
        if (questions_.has_condition) return;
        questions_.has_condition = asks(name);
        if (!name.hasMacroDefinition() && !is_reserved(name.getName()))
            questions_.undefined.insert(name.getName().str());
    }

    /// Reads the names on the line of a condition. clang's callbacks do not tell of undefined ones.
    void read_condition(clang::SourceLocation directive) {
        settle_guard();
        if (!is_users_ || questions_.has_condition) return;
        const auto [file, begin] = sources_.getDecomposedLoc(directive);
        bool is_invalid = false;
        const llvm::StringRef text = sources_.getBufferData(file, &is_invalid);
        if (is_invalid || begin > text.size()) return;
        clang::Lexer lexer(sources_.getLocForStartOfFile(file), preprocessor_.getLangOpts(),
                           text.begin(), text.begin() + begin, text.end());
        clang::Token token;
        lexer.LexFromRawLexer(token);  // "if"
        while (!lexer.LexFromRawLexer(token) && !token.isAtStartOfLine())
            if (token.is(clang::tok::raw_identifier) && token.getRawIdentifier() != "defined")
                judge(*preprocessor_.LookUpIdentifierInfo(token));
    }

    /// True if the compiler decides the meaning of a name, by itself or through the macros in its
    /// text.
    bool asks(clang::IdentifierInfo& name) {
        std::set<const clang::IdentifierInfo*> seen;
        return asks(name, seen);
    }

    bool asks(clang::IdentifierInfo& name, std::set<const clang::IdentifierInfo*>& seen) {
        if (is_common(name.getName()) || !seen.insert(&name).second) return false;
        const clang::MacroInfo* macro = preprocessor_.getMacroInfo(&name);
        if (macro == nullptr)
            return is_reserved(name.getName()) && !name.isKeyword(preprocessor_.getLangOpts());
        const clang::SourceLocation place = macro->getDefinitionLoc();
        if (macro->isBuiltinMacro() || sources_.isWrittenInBuiltinFile(place)) return true;
        if (sources_.isWrittenInCommandLineFile(place)) return false;
        if (sources_.isInSystemHeader(place) && !is_listed(place)) return !is_limit(place);
        return llvm::any_of(macro->tokens(), [&](const clang::Token& token) {
            return token.getIdentifierInfo() != nullptr && asks(*token.getIdentifierInfo(), seen);
        });
    }

    bool is_limit(clang::SourceLocation place) const {
        return llvm::is_contained(k_headers_of_limits,
                                  llvm::sys::path::filename(sources_.getFilename(place)));
    }

    clang::Preprocessor& preprocessor_;
    const clang::SourceManager& sources_;
    CompilerQuestions& questions_;
    std::set<const clang::FileEntry*> listed_;
    clang::IdentifierInfo* guard_ = nullptr;  // name of an #ifndef; it may be an include guard
    bool is_users_ = false;
};

/// True if the text has "#define NAME" in any spacing.
bool defines(llvm::StringRef text, llvm::StringRef name) {
    for (std::size_t at = text.find(name); at != llvm::StringRef::npos;
         at = text.find(name, at + name.size())) {
        const llvm::StringRef before = text.take_front(at).rtrim(" \t");
        if (before.ends_with("define") && before.size() < at) return true;
    }
    return false;
}

/// True if the text read could define one of the names in another compiler's branch.
bool may_define(const clang::SourceManager& sources, const std::set<std::string>& names) {
    if (names.empty()) return false;
    for (auto at = sources.fileinfo_begin(); at != sources.fileinfo_end(); ++at) {
        const auto text = at->second->getBufferDataIfLoaded();
        if (text &&
            llvm::any_of(names, [&](const std::string& name) { return defines(*text, name); }))
            return true;
    }
    return false;
}

bool is_within(const clang::SourceManager& sources, clang::SourceLocation place,
               const DeclaredText& text) {
    const clang::PresumedLoc presumed = sources.getPresumedLoc(place);
    return presumed.isValid() && text.lines.count(presumed.getLine()) != 0 &&
           file_key(presumed.getFilename()) == text.file;
}

}  // namespace

void watch_compiler_questions(const ParseJob& job, clang::Preprocessor& preprocessor,
                              CompilerQuestions& questions) {
    preprocessor.addPPCallbacks(std::make_unique<CompilerWatch>(job, preprocessor, questions));
}

std::vector<DeclaredText> texts_of_compiler(Reader& reader, const CompilerQuestions& questions) {
    const clang::SourceManager& sources = reader.places.sources();
    const bool asks = questions.has_condition || may_define(sources, questions.undefined);
    if (!asks && questions.expansions.empty()) return {};
    std::vector<DeclaredText> texts = declared_texts(reader, reader.tagged);
    const bool uses = llvm::any_of(questions.expansions, [&](clang::SourceLocation place) {
        return llvm::any_of(
            texts, [&](const DeclaredText& text) { return is_within(sources, place, text); });
    });
    return asks || uses ? texts : std::vector<DeclaredText>();
}

}  // namespace iam::gen
