// The tokens of files behind a preprocessor, reduced for a comparison of two compilers.
#pragma once

#include <clang/Basic/SourceLocation.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace clang {
class LangOptions;
}

namespace iam::gen {

struct TextToken {
    std::string text;
    unsigned line = 0;              ///< in its file; for text of a macro the line of its use
    clang::SourceLocation place{};  ///< invalid for a token read by another program
};

/// Tokens by file_key().
using TokensOfFiles = std::map<std::string, std::vector<TextToken>>;

struct Preprocessed {
    TokensOfFiles tokens;         ///< of the wanted files
    std::set<std::string> files;  ///< every file named in the text
};

/// Reads the output of a preprocessor with its line markers. `wanted`: keep the tokens of files
/// with these file_key()s.
Preprocessed tokens_of_output(const std::string& output, const std::set<std::string>& wanted,
                              const clang::LangOptions& language);

/// The essential tokens for tools. Attributes of other scopes, `inline` and the like differ between
/// compilers and are left out. Numbers become their values.
std::vector<TextToken> essential_tokens(std::vector<TextToken> tokens);

}  // namespace iam::gen
