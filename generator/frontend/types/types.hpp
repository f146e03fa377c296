// From clang's types to the model's. What has no JSON form is reported at the reader's subject, with its reason and way out,
// and comes back as TypeKind::unsupported.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// T, const T& and T&&; anything that could give something back is refused.
Type read_parameter_type(Reader& reader, const clang::ParmVarDecl& parameter);
/// `preview`: iam::Preview is taken by its name, it has no JSON form of its own.
Type read_result_type(Reader& reader, clang::QualType type, bool preview);
/// The type of a field: what others hold, or an array.
Type read_field_type(Reader& reader, clang::QualType type);
/// The type of what an optional, vector or map holds.
Type read_held_type(Reader& reader, clang::QualType type);

/// const char*
bool is_c_string(clang::QualType type);
/// std::string for a std::string_view, with the rules of its aliases.
Type read_viewed_text(Reader& reader, clang::QualType type);

/// The type as its author would write it.
std::string type_text(const Reader& reader, clang::QualType type);

}  // namespace iam::gen
