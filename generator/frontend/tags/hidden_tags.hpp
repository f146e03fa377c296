// Finds tags hidden from compilers by a macro with the name of their scope: [[iam::tool]] behind
// "#define iam other" is [[other::tool]].
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace clang {
class Preprocessor;
}

namespace iam::gen {

struct Reader;

struct HiddenTag {
    clang::SourceLocation scope;       // the replaced word
    clang::SourceLocation definition;  // of the macro; invalid: a flag defines it
};

/// Adds every hidden tag from now on to `tags`. `tags` must outlive the parse.
void record_hidden_tags(clang::Preprocessor& preprocessor, std::vector<HiddenTag>& tags);
void report_hidden_tags(Reader& reader, const std::vector<HiddenTag>& tags);

}  // namespace iam::gen
