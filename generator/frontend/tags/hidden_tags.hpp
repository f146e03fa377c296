// Finds tags that no compiler sees because a macro has the name of their scope: [[iam::tool]]
// behind "#define iam other" is [[other::tool]].
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace clang {
class Preprocessor;
}

namespace iam::gen {

struct Reader;

struct HiddenTag {
    clang::SourceLocation scope;       // the word that was replaced
    clang::SourceLocation definition;  // of the macro; invalid: a flag defines it
};

/// Adds every such place from now on to `tags`, which outlives the parse.
void record_hidden_tags(clang::Preprocessor& preprocessor, std::vector<HiddenTag>& tags);
void report_hidden_tags(Reader& reader, const std::vector<HiddenTag>& tags);

}  // namespace iam::gen
