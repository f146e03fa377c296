// Finds the text of tools: tagged functions, their types and aliases, and the constants in their
// attributes and defaults.
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

/// A key of a file. All paths to one file give the same key.
std::string file_key(const std::string& path);

/// These tagged functions and the declarations they depend on, each once. Declarations in system
/// headers are left out unless the header is listed.
std::vector<DeclaredText> declared_texts(Reader& reader,
                                         const std::vector<const clang::FunctionDecl*>& functions);

}  // namespace iam::gen
