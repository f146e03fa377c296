// Finds tags written in a header and unseen by every compiler.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace iam::gen {

struct Reader;

/// Reports tags of listed headers that a comment, a string or a macro swallows. `skipped` is the
/// text left out by conditions; skipped_tags.hpp reports its tags.
///
/// A comment swallows a tag if one of its later lines begins with the tag, after blanks and export
/// macros. Blocks of code are left alone. So are single // lines and lines with an asterisk at the
/// beginning: they mention tags.
void report_swallowed_tags(Reader& reader, const std::vector<clang::SourceRange>& skipped);

}  // namespace iam::gen
