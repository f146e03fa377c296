// Reads classes of the program.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// Reads a plain aggregate. Its fields, public bases' fields first, go to Model::records.
Type read_record(Reader& reader, const clang::CXXRecordDecl& record);

}  // namespace iam::gen
