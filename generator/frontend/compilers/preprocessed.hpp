// The tokens of files as a preprocessor leaves them, and whether two compilers mean the same by them.
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
    unsigned line = 0;              ///< of its file; of a macro's text the line where it is used
    clang::SourceLocation place{};  ///< invalid: another program has read it
};

/// By file_key().
using TokensOfFiles = std::map<std::string, std::vector<TextToken>>;

struct Preprocessed {
    TokensOfFiles tokens;         ///< of the wanted files
    std::set<std::string> files;  ///< every file that the text names
};

/// Takes apart what a preprocessor has printed, with its line markers.
Preprocessed tokens_of_output(const std::string& output, const std::set<std::string>& wanted,
                              const clang::LangOptions& language);

/// The tokens that say something about tools: without attributes of other scopes, `inline` and the like, which differ between
/// compilers, and with numbers as their values.
std::vector<TextToken> essential_tokens(std::vector<TextToken> tokens);

}  // namespace iam::gen
