// Finds tags that are written in a header and that no compiler sees.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace iam::gen {

struct Reader;

/// Reports tags of listed headers that a comment, a string or a macro swallows. `skipped` is the
/// text that conditions leave out; skipped_tags.hpp reports its tags.
///
/// A comment swallows a tag if one of its later lines begins with the tag, after blanks and export
/// macros. Blocks of code are left alone. So are single // lines and lines that begin with an
/// asterisk: they mention tags.
void report_swallowed_tags(Reader& reader, const std::vector<clang::SourceRange>& skipped);

}  // namespace iam::gen
