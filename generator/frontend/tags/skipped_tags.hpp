// Tags in text that the preprocessor leaves out: they are there in some configurations and not in others.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace clang {
class Preprocessor;
}

namespace iam::gen {

struct Reader;

/// Has the preprocessor add to `ranges`, from now on, every stretch of text that a condition leaves out. `ranges` outlives it.
void record_skipped(clang::Preprocessor& preprocessor, std::vector<clang::SourceRange>& ranges);

/// Reports the tags of listed headers that stand in one of the ranges only. What `#if 0` leaves out is left out everywhere and not
/// reported.
void report_skipped_tags(Reader& reader, const std::vector<clang::SourceRange>& ranges);

}  // namespace iam::gen
