// Function templates. An explicit instantiation, `template int twice<int>(int);`, is a function
// like any other.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// True for a function made of a template by an explicit instantiation, also with `extern`.
bool is_explicit_instantiation(const clang::FunctionDecl& function);
/// The explicit instantiations of a template, in the order of the source.
std::vector<const clang::FunctionDecl*> explicit_instantiations(
    const Reader& reader, const clang::FunctionTemplateDecl& pattern);
/// The declaration with the names, comments and attributes of a function: its template, if it was
/// made of one.
const clang::FunctionDecl& as_written(const clang::FunctionDecl& function);
/// The place where a function's types are fixed: the line of its instantiation, or its name.
clang::SourceLocation place_of(const clang::FunctionDecl& function);

}  // namespace iam::gen
