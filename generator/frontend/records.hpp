// Classes and enums of the program.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// A plain aggregate; its fields, public bases first, go to Model::records.
Type read_record(Reader& reader, const clang::CXXRecordDecl& record);
/// Enumerators in order, the first name of each value; goes to Model::enums.
Type read_enum(Reader& reader, const clang::EnumDecl& enumeration);

}  // namespace iam::gen
