// What doc comments say: ///, //!, /** */, /*! */ with the commands of Doxygen that describe a function.
#pragma once

#include <generator/frontend/reader.hpp>

#include <string>
#include <vector>

namespace iam::gen {

struct DocParameter {
    std::string name;
    std::string text;
    SourceSpan span;  // of the name in the comment
};

struct DocComment {
    std::string description;  // lines joined, paragraphs separated by an empty line
    std::vector<DocParameter> parameters;
    std::string result;
};

/// The comment before the declaration (before its first [[ where it has attributes), between its attributes and its name, and
/// for fields and enumerators behind it (///<). Reports one that holds what its readers would not see.
DocComment read_comment(Reader& reader, const clang::NamedDecl& decl);

}  // namespace iam::gen
