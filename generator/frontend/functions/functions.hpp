// Reads functions for generated code to call, and reports why others are refused.
#pragma once

#include <generator/frontend/comments/comments.hpp>
#include <generator/frontend/reader.hpp>

#include <llvm/ADT/STLFunctionalExtras.h>

namespace iam::gen {

/// True if generated code can call the function. Otherwise the reason is reported at its name.
bool is_callable(Reader& reader, const clang::FunctionDecl& function, const AttributeUse& tag);
/// Reads parameters and result. Problems with them are reported, and the function is returned all
/// the same.
Function read_function(Reader& reader, const clang::FunctionDecl& function, const DocComment& doc,
                       bool is_preview);
/// True for a place in one of the headers of tools.
using IsListed = llvm::function_ref<bool(clang::SourceLocation)>;
/// Merges the comments of all declarations of the function. Each part is taken from the first
/// comment with this part. Comments in listed headers come first.
DocComment read_function_comment(Reader& reader, const clang::FunctionDecl& function,
                                 IsListed is_listed);

}  // namespace iam::gen
