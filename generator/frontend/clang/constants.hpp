// Reads values known when the headers are read: default arguments, member initialisers, and
// arguments of attributes.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>
#include <string>

namespace iam::gen {

/// The default of a parameter or field of this type, from the expression. It is a value as
/// canonical JSON, nothing (an empty optional), or a value known only to the running program.
Default read_default(Reader& reader, const clang::Expr& expression, const Type& type);

/// Text from a literal or from a constexpr name for one.
std::optional<std::string> constant_string(const Reader& reader, const clang::Expr& expression);
std::optional<Number> constant_number(const Reader& reader, const clang::Expr& expression);
std::optional<bool> constant_bool(const Reader& reader, const clang::Expr& expression);
/// The enumerator named by a constant of an enum; nullptr if there is none.
const clang::EnumConstantDecl* constant_enumerator(const Reader& reader,
                                                   const clang::Expr& expression);

/// The name of a member in JSON.
const std::string& effective_name(const Member& member);

}  // namespace iam::gen
