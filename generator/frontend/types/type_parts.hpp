// The functions shared by the files for families of types: refusals, template arguments, and the
// readers of each family.
#pragma once

#include <generator/frontend/types/types.hpp>

#include <clang/AST/DeclTemplate.h>

namespace iam::gen {

using Specialization = clang::ClassTemplateSpecializationDecl;

/// Reports "<subject> uses type '<type>', <reason>".
Type refuse_type(Reader& reader, DiagnosticId id, clang::QualType type, const std::string& reason);
/// The same for a class or enum, with a note at its declaration. A refused type is not reported
/// again.
Type refuse_tag(Reader& reader, const clang::TagDecl& decl, DiagnosticId id,
                const std::string& reason);
/// The reason why the generated file cannot name the declaration; empty if it can.
std::string unreachable_reason(const clang::NamedDecl& decl);

const Specialization* as_specialization(clang::QualType type);
clang::QualType argument_type(const Specialization& special, unsigned index);
/// The type of a part held by a template of the library and filled in by a decoder. A const part is
/// refused.
Type read_part_type(Reader& reader, clang::QualType part);
/// True for std::<name><argument, …>, as the library's templates have it as a default argument.
bool is_std_template(clang::QualType type, llvm::StringRef name, clang::QualType argument);
/// True for std::<name>.
bool is_std_class(clang::QualType type, llvm::StringRef name);
/// True for a class in std, or in a namespace of std (std::chrono).
bool is_below_std(const clang::CXXRecordDecl& record);
/// True for char, with any sign.
bool is_char(clang::QualType type);
/// A type around another one; unsupported if the inner one is.
Type holder(TypeKind kind, const std::string& prefix, Type element,
            const std::string& suffix = ">");

Type read_builtin(Reader& reader, const clang::BuiltinType& builtin, clang::QualType type);
Type read_enum(Reader& reader, const clang::EnumDecl& enumeration);
/// The type of combinations of the enumerators. Unsupported, with the `problem`, if there are none.
/// `type` is an enumeration, already read.
Type read_as_flags(Reader& reader, const Type& type, std::string& problem);
/// True for std::byte. It is a number by itself, and one of many bytes in a list.
bool is_byte(const Type& type);
Type read_duration(Reader& reader, const Specialization& special, clang::QualType type);
/// True if `type` was read from `given`, a std::chrono::duration.
bool is_same_duration(const Reader& reader, clang::QualType given, const Type& type);
/// Reads std::chrono::sys_time.
Type read_moment(Reader& reader, const Specialization& special, clang::QualType type);
/// Reads std::chrono::hh_mm_ss.
Type read_time_of_day(Reader& reader, const Specialization& special, clang::QualType type);
/// True for a class with a member iterator_category.
bool is_iterator(Reader& reader, const clang::CXXRecordDecl& record);
Type refuse_iterator(Reader& reader, clang::QualType type);
/// Reads a class in std or in a namespace of it.
Type read_std_class(Reader& reader, const clang::CXXRecordDecl& record, clang::QualType type);

}  // namespace iam::gen
