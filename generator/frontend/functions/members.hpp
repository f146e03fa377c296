// Reads parameters of functions and fields of records.
#pragma once

#include <generator/frontend/reader.hpp>

namespace clang {
class FieldDecl;
class FunctionDecl;
}  // namespace clang

namespace iam::gen {

Member read_field(Reader& reader, const clang::FieldDecl& field);

/// Reads all parameters, with the names, defaults and attributes from all redeclarations of the
/// function. Descriptions come from the @param lines of `doc`; a line for no parameter is a
/// warning.
void read_parameters(Reader& reader, const clang::FunctionDecl& function,
                     const struct DocComment& doc, Function& out);

}  // namespace iam::gen
