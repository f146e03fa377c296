// Turns clang's types into the model's. A type without a JSON form is reported at the reader's
// subject, with the reason and a way out. It comes back as TypeKind::unsupported.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// The type of a parameter: T, const T& or T&&. If the function could give something back through
/// the type, the type is refused.
Type read_parameter_type(Reader& reader, const clang::ParmVarDecl& parameter);
/// `preview`: iam::Preview is taken by its name, since it has no JSON form of its own.
Type read_result_type(Reader& reader, clang::QualType type, bool preview);
/// The type of a field: as in read_held_type(), or an array.
Type read_field_type(Reader& reader, clang::QualType type);
/// The type of the value in an optional, vector or map. A view is refused, since nobody owns its
/// text or elements.
Type read_held_type(Reader& reader, clang::QualType type);

/// True for const char*.
bool is_c_string(clang::QualType type);
/// std::string for a std::string_view, with the rules of its aliases.
Type read_viewed_text(Reader& reader, clang::QualType type);

/// The type as its author would write it.
std::string type_text(const Reader& reader, clang::QualType type);

}  // namespace iam::gen
