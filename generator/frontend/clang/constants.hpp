// Reads values that are known when the headers are read: default arguments, member initialisers,
// and arguments of attributes.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>
#include <string>

namespace iam::gen {

/// The default that the expression gives to a parameter or field of this type. It is a value as
/// canonical JSON, nothing (an empty optional), or a value that only the running program knows.
Default read_default(Reader& reader, const clang::Expr& expression, const Type& type);

/// Text from a literal or from a constexpr name for one.
std::optional<std::string> constant_string(const Reader& reader, const clang::Expr& expression);
std::optional<Number> constant_number(const Reader& reader, const clang::Expr& expression);
std::optional<bool> constant_bool(const Reader& reader, const clang::Expr& expression);
/// The enumerator that a constant of an enum names; nullptr if there is none.
const clang::EnumConstantDecl* constant_enumerator(const Reader& reader,
                                                   const clang::Expr& expression);

/// The name of a member in JSON.
const std::string& effective_name(const Member& member);

}  // namespace iam::gen
