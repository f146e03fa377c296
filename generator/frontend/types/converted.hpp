// Reads types with a JSON form from the program's specialisation of iam::codec.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>

namespace iam::gen {

/// The type with the JSON form of its wire type; nothing if the program does not specialise
/// iam::codec for it. Mistakes in a specialisation are reported.
std::optional<Type> read_converted(Reader& reader, clang::QualType type);

}  // namespace iam::gen
