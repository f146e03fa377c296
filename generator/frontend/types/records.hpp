// Classes of the program.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// A plain aggregate; its fields, public bases first, go to Model::records.
Type read_record(Reader& reader, const clang::CXXRecordDecl& record);

}  // namespace iam::gen
