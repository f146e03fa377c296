// Function templates. What the program instantiates explicitly, `template int twice<int>(int);`, is a function like any other.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// True for what is made of a function template by such a line, also with `extern`.
bool is_explicit_instantiation(const clang::FunctionDecl& function);
/// Those of a template, in the order of the source.
std::vector<const clang::FunctionDecl*> explicit_instantiations(
    const Reader& reader, const clang::FunctionTemplateDecl& pattern);
/// Where names, comments and attributes of a function stand: in its template, if it was made of one.
const clang::FunctionDecl& as_written(const clang::FunctionDecl& function);
/// Where a function gets its types: the line that instantiates it, or its name.
clang::SourceLocation place_of(const clang::FunctionDecl& function);

}  // namespace iam::gen
