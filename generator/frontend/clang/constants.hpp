// Values that are known when the headers are read: default arguments, member initialisers, arguments of attributes.
#pragma once

#include <generator/frontend/reader.hpp>

#include <optional>
#include <string>

namespace iam::gen {

/// What the expression says about a parameter or field of this type: a value as canonical JSON, nothing (an empty optional),
/// or something that only the running program knows.
Default read_default(Reader& reader, const clang::Expr& expression, const Type& type);

/// Text from a literal or from a constexpr name for one.
std::optional<std::string> constant_string(const Reader& reader, const clang::Expr& expression);
std::optional<Number> constant_number(const Reader& reader, const clang::Expr& expression);
std::optional<bool> constant_bool(const Reader& reader, const clang::Expr& expression);
/// The enumerator that a constant of an enum names; nullptr where the expression is none.
const clang::EnumConstantDecl* constant_enumerator(const Reader& reader,
                                                   const clang::Expr& expression);

/// The name under which a member goes to JSON.
const std::string& effective_name(const Member& member);

}  // namespace iam::gen
