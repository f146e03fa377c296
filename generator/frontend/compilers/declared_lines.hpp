// Finds the text that tools are made of: tagged functions, the types and aliases that they use, and
// the constants in their attributes and defaults.
#pragma once

#include <generator/frontend/reader.hpp>

#include <set>
#include <string>
#include <vector>

namespace iam::gen {

/// A declaration in the user's text. The functions of a class do not change its values, so their
/// lines are left out.
struct DeclaredText {
    std::string file;          ///< as file_key() gives it
    std::set<unsigned> lines;  ///< never empty
    SourceSpan span;           ///< of its name
    std::string name;          ///< "desk::Size"
};

/// A key that is the same for the same file, whichever path names it.
std::string file_key(const std::string& path);

/// These tagged functions and the declarations that they depend on, each once. Declarations in
/// system headers that are not listed are left out.
std::vector<DeclaredText> declared_texts(Reader& reader,
                                         const std::vector<const clang::FunctionDecl*>& functions);

}  // namespace iam::gen
