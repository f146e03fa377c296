// Turns clang's locations into places for people to open.
#pragma once

#include <generator/model/source.hpp>

#include <clang/Basic/SourceManager.h>

#include <map>

namespace clang {
class LangOptions;
}

namespace iam::gen {

class Places {
 public:
    /// Both arguments outlive this object.
    Places(const clang::SourceManager& sources, const clang::LangOptions& language)
        : sources_(sources), language_(language) {}

    /// The token at `location`. For text made by a macro, it is the place where the macro is used.
    SourceSpan token(clang::SourceLocation location) const;
    /// `length` bytes from `location`. `location` must be in a file.
    SourceSpan stretch(clang::SourceLocation location, unsigned length) const;
    /// From the first to the last token of `range`, as far as they are on one line.
    SourceSpan range(clang::SourceRange range) const;

    /// The same place outside of macros.
    clang::SourceLocation in_file(clang::SourceLocation location) const;
    /// The text of the file around `location`, and the offset of `location` in it.
    std::pair<llvm::StringRef, unsigned> text_at(clang::SourceLocation location) const;

    const clang::SourceManager& sources() const { return sources_; }

 private:
    const clang::SourceManager& sources_;
    const clang::LangOptions& language_;
};

}  // namespace iam::gen
