// Where the text stands that tools are made of: the lines of tagged functions, of the types and aliases that they take and give, and
// of the constants that their attributes and defaults name.
#pragma once

#include <generator/frontend/reader.hpp>

#include <set>
#include <string>
#include <vector>

namespace iam::gen {

/// A declaration in the user's text. Functions of a class are no part of what its values are: their lines are left out.
struct DeclaredText {
    std::string file;          ///< as file_key() has it
    std::set<unsigned> lines;  ///< never empty
    SourceSpan span;           ///< of its name
    std::string name;          ///< "desk::Size"
};

/// The same text for the same file, whichever path names it.
std::string file_key(const std::string& path);

/// The declarations that these tagged functions depend on, themselves first, each once. What stands in system headers that are not
/// listed is left out.
std::vector<DeclaredText> declared_texts(Reader& reader,
                                         const std::vector<const clang::FunctionDecl*>& functions);

}  // namespace iam::gen
