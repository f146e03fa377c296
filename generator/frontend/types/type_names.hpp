// Names of types as the model has them: made by us, since what a compiler prints differs from one to the next.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>

namespace iam::gen {

/// "<desk::User, 3>": of a class the arguments that are not the defaults, of a function all; empty for what is no specialisation. `root` stands
/// before each name of a class or enumeration: "::" for generated code.
std::string arguments_of(const clang::NamedDecl& decl, const char* root);

/// True where an argument, or one within it, is an object of a class or a fraction, whose spelling clang does not keep.
bool has_unspeakable_argument(const clang::NamedDecl& decl);

/// "struct ", "class " or "enum " where a function, variable or enumerator of the same scope hides the
/// type; else nothing.
std::string keyword_of(const clang::TagDecl& decl);

/// "[2][3]": the bounds of an array, from the outside to the inside; nothing for another type.
std::string bounds_of(const clang::ASTContext& ast, clang::QualType type);

/// "::lib::Matrix<double, 3>": the type in generated code.
std::string cpp_type(const clang::ASTContext& ast, clang::QualType type);

/// The same with const, references and bounds of arrays, for code that holds it against a declaration; empty for a type that generated
/// code cannot name.
std::string declared_type(const clang::ASTContext& ast, clang::QualType type);

/// "void (::desk::Document::*)(int) const": of a pointer to the function; empty as above.
std::string pointer_type(const clang::FunctionDecl& function);

}  // namespace iam::gen
