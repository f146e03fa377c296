// Writes the names of types for the model. clang's own printing is not used, since it differs from
// one compiler to the next.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>

namespace iam::gen {

/// The template arguments of a specialisation, "<desk::User, 3>"; empty for any other declaration.
/// A class leaves its default arguments out; a function has all. `root` stands before each name of
/// a class or enumeration: "::" for generated code.
std::string arguments_of(const clang::NamedDecl& decl, const char* root);

/// True if an argument, or one within it, is an object of a class or a fraction. clang does not
/// keep their spelling.
bool has_unspeakable_argument(const clang::NamedDecl& decl);

/// "struct ", "class " or "enum " if a function, variable or enumerator of the same scope hides the
/// type; else nothing.
std::string keyword_of(const clang::TagDecl& decl);

/// "[2][3]": the bounds of an array, from the outside to the inside; nothing for another type.
std::string bounds_of(const clang::ASTContext& ast, clang::QualType type);

/// "::lib::Matrix<double, 3>": the type in generated code.
std::string cpp_type(const clang::ASTContext& ast, clang::QualType type);

/// The same with const, references and array bounds, for comparison with a declaration. Empty if
/// generated code cannot name the type.
std::string declared_type(const clang::ASTContext& ast, clang::QualType type);

/// The type of a pointer to the function: "void (::desk::Document::*)(int) const". Empty if
/// generated code cannot name it.
std::string pointer_type(const clang::FunctionDecl& function);

}  // namespace iam::gen
