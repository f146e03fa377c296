// Watches the user's includes of standard headers. It stops at the first text that could change a
// header's meaning, or could be changed by a header.
#pragma once

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace iam::gen {

/// The standard headers included by the user's text, in order, each once, up to the first
/// order-dependent line. An order-dependent line is a definition (not an include guard), a pragma
/// (not #pragma once), or a use of a standard library macro. The order among standard headers, and
/// between one of them and a declaration, makes no difference.
using LeadingHeaders = std::vector<std::string>;

/// Fills `headers` while the preprocessor runs. `headers` outlives the parse.
void watch_leading_headers(clang::Preprocessor& preprocessor, LeadingHeaders& headers);

/// The folders where clang looks for headers, in the order of the search.
std::vector<std::string> header_folders(clang::Preprocessor& preprocessor);

}  // namespace iam::gen
