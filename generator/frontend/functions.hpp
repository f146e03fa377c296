// Functions that generated code can call, and the reasons why others are refused.
#pragma once

#include <generator/frontend/comments.hpp>
#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// Reports, at the function's name, why generated code cannot call it. True where it can.
bool is_callable(Reader& reader, const clang::FunctionDecl& function, const AttributeUse& tag);
/// Reads parameters and result; what is wrong with them is reported, the function comes back all the same.
Function read_function(Reader& reader, const clang::FunctionDecl& function, const DocComment& doc,
                       bool is_preview);
/// The comments of all declarations of the function, the first that says something about each thing.
DocComment read_function_comment(Reader& reader, const clang::FunctionDecl& function);

}  // namespace iam::gen
