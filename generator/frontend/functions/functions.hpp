// Functions that generated code can call, and the reasons why others are refused.
#pragma once

#include <generator/frontend/comments/comments.hpp>
#include <generator/frontend/reader.hpp>

#include <llvm/ADT/STLFunctionalExtras.h>

namespace iam::gen {

/// Reports, at the function's name, why generated code cannot call it. True where it can.
bool is_callable(Reader& reader, const clang::FunctionDecl& function, const AttributeUse& tag);
/// Reads parameters and result; what is wrong with them is reported, the function comes back all the same.
Function read_function(Reader& reader, const clang::FunctionDecl& function, const DocComment& doc,
                       bool is_preview);
/// Whether a place is in one of the headers that make tools.
using IsListed = llvm::function_ref<bool(clang::SourceLocation)>;
/// The comments of all declarations of the function, the first that says something about each thing; those of listed headers come first.
DocComment read_function_comment(Reader& reader, const clang::FunctionDecl& function,
                                 IsListed is_listed);

}  // namespace iam::gen
