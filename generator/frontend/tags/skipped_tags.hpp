// Finds tags in text left out by the preprocessor: some configurations have them, others do not.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace clang {
class Preprocessor;
}

namespace iam::gen {

struct Reader;

/// Makes the preprocessor add every stretch of text left out by a condition to `ranges`. `ranges`
/// must outlive the preprocessor.
void record_skipped(clang::Preprocessor& preprocessor, std::vector<clang::SourceRange>& ranges);

/// Reports the tags of listed headers found only in these ranges. A tag under `#if 0` is reported
/// as unseen by every compiler.
void report_skipped_tags(Reader& reader, const std::vector<clang::SourceRange>& ranges);

}  // namespace iam::gen
