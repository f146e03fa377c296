// Watches which standard headers the user's text includes before anything that could change what they mean, or that they could change.
#pragma once

#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace iam::gen {

/// The standard headers that the user's text includes, in order, each once, up to the first line that makes the order matter: a definition
/// (an include guard is none), a pragma (#pragma once is none), or a use of a macro of the standard library's.
/// The order of the standard headers among each other, and of one of them and a declaration, makes no difference.
using LeadingHeaders = std::vector<std::string>;

/// Fills `headers`, which outlives the parse, as the preprocessor goes on.
void watch_leading_headers(clang::Preprocessor& preprocessor, LeadingHeaders& headers);

/// The folders where clang looks for headers, in this order.
std::vector<std::string> header_folders(clang::Preprocessor& preprocessor);

}  // namespace iam::gen
