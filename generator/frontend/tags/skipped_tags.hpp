// Finds tags in text that the preprocessor leaves out: some configurations have them, others do
// not.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace clang {
class Preprocessor;
}

namespace iam::gen {

struct Reader;

/// Makes the preprocessor add every stretch of text that a condition leaves out to `ranges`.
/// `ranges` outlives the preprocessor.
void record_skipped(clang::Preprocessor& preprocessor, std::vector<clang::SourceRange>& ranges);

/// Reports the tags of listed headers that stand only in these ranges. A tag under `#if 0` is
/// reported as one that no compiler sees.
void report_skipped_tags(Reader& reader, const std::vector<clang::SourceRange>& ranges);

}  // namespace iam::gen
