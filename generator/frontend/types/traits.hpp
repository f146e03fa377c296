// What the program says of its own types by specialising a template of ours.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>

namespace iam::gen {

/// True for a type whose definition is known, after clang has made it of its template where it has to.
bool is_complete(Reader& reader, clang::QualType type);
/// Makes an enumeration of the template that it stands in, if that has to be done.
void complete(Reader& reader, const clang::EnumDecl& enumeration);
/// The specialisation that `iam::<name>` has for the type; nullptr: none.
const clang::CXXRecordDecl* specialisation(Reader& reader, llvm::StringRef name,
                                           clang::QualType type);
/// The member type of this name, those of bases included.
std::optional<clang::QualType> member_type(Reader& reader, const clang::CXXRecordDecl& record,
                                           llvm::StringRef name);
bool has_function(Reader& reader, const clang::CXXRecordDecl& record, llvm::StringRef name);

}  // namespace iam::gen
