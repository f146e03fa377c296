// Tags that are written in a header and that no compiler sees.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace iam::gen {

struct Reader;

/// Reports tags of listed headers that a comment, a string or a macro swallows. `skipped` is the
/// text that conditions leave out, which skipped_tags.hpp reports.
///
/// A comment swallows a tag where a later line of it begins with the tag, blanks and export macros
/// aside, and stands in no block of code. One line of // and lines that begin with an asterisk are
/// left alone: they mention tags.
void report_swallowed_tags(Reader& reader, const std::vector<clang::SourceRange>& skipped);

}  // namespace iam::gen
