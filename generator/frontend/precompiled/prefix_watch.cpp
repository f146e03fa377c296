// Follows the order of includes and definitions in the user's text through clang's preprocessor.
#include "generator/frontend/precompiled/prefix_watch.hpp"

#include <clang/Basic/CharInfo.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/MacroInfo.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace iam::gen {
namespace {

/// C headers of clang or of the C library without a namesake in libstdc++.
constexpr std::array<std::string_view, 16> k_headers_of_c = {
    "assert.h", "ctype.h",  "errno.h",  "float.h", "inttypes.h", "limits.h", "locale.h", "signal.h",
    "stdarg.h", "stddef.h", "stdint.h", "stdio.h", "string.h",   "time.h",   "uchar.h",  "wchar.h"};

bool is_standard_header(llvm::StringRef name, llvm::StringRef folder,
                        clang::SrcMgr::CharacteristicKind kind) {
    if (!clang::SrcMgr::isSystem(kind) || name.contains('/')) return false;
    return folder.contains("/include/c++/") ||
           std::find(k_headers_of_c.begin(), k_headers_of_c.end(), std::string_view(name)) !=
               k_headers_of_c.end();
}

/// True for a place in the directives made by clang itself or from -D.
bool is_predefined(const clang::SourceManager& sources, clang::SourceLocation place) {
    return place.isInvalid() || sources.isWrittenInBuiltinFile(place) ||
           sources.isWrittenInCommandLineFile(place);
}

class LeadingHeaderWatch final : public clang::PPCallbacks {
 public:
    LeadingHeaderWatch(clang::Preprocessor& preprocessor, LeadingHeaders& headers)
        : preprocessor_(preprocessor),
          sources_(preprocessor.getSourceManager()),
          headers_(headers) {}

    void FileChanged(clang::SourceLocation, FileChangeReason reason,
                     clang::SrcMgr::CharacteristicKind, clang::FileID left) override {
        if (reason == EnterFile)
            enter();
        else if (reason == ExitFile)
            leave(left);
    }

    void FileSkipped(const clang::FileEntryRef&, const clang::Token&,
                     clang::SrcMgr::CharacteristicKind) override {
        enters_standard_ = false;
    }

    void InclusionDirective(clang::SourceLocation, const clang::Token& directive,
                            llvm::StringRef name, bool is_angled, clang::CharSourceRange,
                            clang::OptionalFileEntryRef, llvm::StringRef folder, llvm::StringRef,
                            const clang::Module*, bool,
                            clang::SrcMgr::CharacteristicKind kind) override {
        if (is_inside_standard()) return;
        texts_.back().has_directives = true;
        enters_standard_ = is_angled && is_standard_header(name, folder, kind);
        if (directive.getIdentifierInfo()->getName() != "include") return close();
        if (enters_standard_) add(name.str());
    }

    void MacroDefined(const clang::Token& name, const clang::MacroDirective*) override {
        if (is_inside_standard() || is_predefined(sources_, name.getLocation())) return;
        Text& text = texts_.back();
        if (std::exchange(text.has_directives, true)) return close();
        text.guard = name.getIdentifierInfo();
        text.headers_before = headers_.size();
    }
    void MacroUndefined(const clang::Token& name, const clang::MacroDefinition&,
                        const clang::MacroDirective*) override {
        if (!is_inside_standard() && !is_predefined(sources_, name.getLocation())) close();
    }

    void PragmaDirective(clang::SourceLocation place, clang::PragmaIntroducerKind) override {
        if (!is_inside_standard() && !is_predefined(sources_, place) && !is_pragma_once(place))
            close();
    }

    void MacroExpands(const clang::Token&, const clang::MacroDefinition& macro, clang::SourceRange,
                      const clang::MacroArgs*) override {
        use(macro);
    }
    void Defined(const clang::Token&, const clang::MacroDefinition& macro,
                 clang::SourceRange) override {
        use(macro);
    }
    void Ifdef(clang::SourceLocation, const clang::Token&,
               const clang::MacroDefinition& macro) override {
        use(macro);
    }
    void Ifndef(clang::SourceLocation, const clang::Token&,
                const clang::MacroDefinition& macro) override {
        use(macro);
    }
    using clang::PPCallbacks::Elifdef;
    void Elifdef(clang::SourceLocation, const clang::Token&,
                 const clang::MacroDefinition& macro) override {
        use(macro);
    }
    using clang::PPCallbacks::Elifndef;
    void Elifndef(clang::SourceLocation, const clang::Token&,
                  const clang::MacroDefinition& macro) override {
        use(macro);
    }

 private:
    /// A file of the user, being read.
    struct Text {
        bool has_directives = false;  // an include or a definition
        // The definition at the file's beginning: an include guard, or a definition like any other.
        const clang::IdentifierInfo* guard = nullptr;
        std::size_t headers_before = 0;  // how many headers there were before the guard
    };

    bool is_inside_standard() const { return standard_depth_ > 0 || texts_.empty(); }

    void enter() {
        if (standard_depth_ > 0 || std::exchange(enters_standard_, false))
            ++standard_depth_;
        else
            texts_.emplace_back();
    }

    void leave(clang::FileID left) {
        if (standard_depth_ > 0) {
            --standard_depth_;
            return;
        }
        if (texts_.empty()) return;
        const Text text = texts_.back();
        texts_.pop_back();
        if (text.guard == nullptr || guards(*text.guard, left)) return;
        headers_.resize(std::min(headers_.size(), text.headers_before));
        close();
    }

    bool guards(const clang::IdentifierInfo& name, clang::FileID file) const {
        const auto entry = sources_.getFileEntryRefForID(file);
        if (!entry) return false;
        const clang::HeaderFileInfo* info =
            preprocessor_.getHeaderSearchInfo().getExistingFileInfo(*entry);
        return info != nullptr && info->LazyControllingMacro.isValid() &&
               !info->LazyControllingMacro.isID() && info->LazyControllingMacro.getPtr() == &name;
    }

    bool is_pragma_once(clang::SourceLocation place) const {
        bool is_invalid = false;
        const char* text = sources_.getCharacterData(place, &is_invalid);
        if (is_invalid) return false;
        llvm::StringRef rest = llvm::StringRef(text).ltrim("# \t");
        return rest.consume_front("pragma") && rest.ltrim(" \t").take_while([](char c) {
            return clang::isAsciiIdentifierContinue(static_cast<unsigned char>(c));
        }) == "once";
    }

    void use(const clang::MacroDefinition& macro) {
        if (is_closed_ || is_inside_standard() || !macro) return;
        const clang::MacroInfo* info = macro.getMacroInfo();
        if (info == nullptr || info->isBuiltinMacro()) return;
        const clang::SourceLocation place = info->getDefinitionLoc();
        if (!is_predefined(sources_, place) && sources_.isInSystemHeader(place)) close();
    }

    void add(std::string name) {
        if (is_closed_ || std::find(headers_.begin(), headers_.end(), name) != headers_.end())
            return;
        headers_.push_back(std::move(name));
    }

    void close() { is_closed_ = true; }

    clang::Preprocessor& preprocessor_;
    const clang::SourceManager& sources_;
    LeadingHeaders& headers_;
    std::vector<Text> texts_;
    std::size_t standard_depth_ = 0;  // files of the standard library being read
    bool enters_standard_ = false;    // the next file is one
    bool is_closed_ = false;
};

}  // namespace

void watch_leading_headers(clang::Preprocessor& preprocessor, LeadingHeaders& headers) {
    preprocessor.addPPCallbacks(std::make_unique<LeadingHeaderWatch>(preprocessor, headers));
}

std::vector<std::string> header_folders(clang::Preprocessor& preprocessor) {
    std::vector<std::string> folders;
    for (const clang::DirectoryLookup& folder :
         preprocessor.getHeaderSearchInfo().search_dir_range())
        folders.push_back(folder.getName().str());
    return folders;
}

}  // namespace iam::gen
