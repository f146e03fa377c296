// Reads doc comments: ///, //!, /** */ and /*! */, with the Doxygen commands for functions.
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

/// Reads the comment before the declaration; if it has attributes, before its first [[. Comments
/// between the attributes and the name count too. For fields, enumerators and parameters so does
/// the comment behind them (///<). Reports characters invisible to readers.
DocComment read_comment(Reader& reader, const clang::NamedDecl& decl);

}  // namespace iam::gen
