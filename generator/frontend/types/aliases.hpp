// Reads type aliases with attributes, `using Percent [[iam::range(0, 100)]] = int;`.
#pragma once

#include <generator/frontend/reader.hpp>

#include <clang/AST/DeclTemplate.h>

namespace iam::gen {

/// True if no value can break the constraints.
bool is_silent(const Constraints& constraints);
/// True for attributes of an alias with effect on every value of its type.
bool fits_alias(const std::string& attribute);
/// Adds the rules of the aliases in the spelling of the type. Rules about the elements of a list or
/// map go to the elements.
Type with_aliases(Reader& reader, clang::QualType written, Type type);
/// Moves the rules of the type's aliases to the member. Returns the comment of the aliases. It
/// describes a member without a comment of its own.
std::string take_alias_rules(Reader& reader, Member& member);
/// The template argument at `index` as its author wrote it, with its aliases; `canonical` if the
/// type is written without it.
clang::QualType written_argument(const Reader& reader, clang::QualType written, unsigned index,
                                 clang::QualType canonical);
/// True, with a report, if a template argument of the type is an alias with attributes. Templates
/// of others than the library do not see their aliases.
bool refuse_lost_rules(Reader& reader, clang::QualType written);

}  // namespace iam::gen
