// Finds the program's specialisations of our templates for its own types.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>

namespace iam::gen {

/// True for a type with a known definition. If necessary, clang instantiates it first.
bool is_complete(Reader& reader, clang::QualType type);
/// Instantiates an enumeration of a class template, if necessary.
void complete(Reader& reader, const clang::EnumDecl& enumeration);
/// The specialisation of `iam::<name>` for the type; nullptr: none.
const clang::CXXRecordDecl* specialisation(Reader& reader, llvm::StringRef name,
                                           clang::QualType type);
/// The member type with this name, including member types of base classes.
std::optional<clang::QualType> member_type(Reader& reader, const clang::CXXRecordDecl& record,
                                           llvm::StringRef name);
bool has_function(Reader& reader, const clang::CXXRecordDecl& record, llvm::StringRef name);

}  // namespace iam::gen
