// Type aliases that say more than the type: `using Percent [[iam::range(0, 100)]] = int;`
#pragma once

#include <generator/frontend/reader.hpp>

#include <clang/AST/DeclTemplate.h>

namespace iam::gen {

/// True where they say nothing that a value could break.
bool is_silent(const Constraints& constraints);
/// True for attributes that an alias may give to every value of its type.
bool fits_alias(const std::string& attribute);
/// Adds what the aliases say that the type is written with. What they say of a list's or map's elements goes there.
Type with_aliases(Reader& reader, clang::QualType written, Type type);
/// Makes what the aliases of its type say the member's own. Returns their comment, which describes a member that has none.
std::string take_alias_rules(Reader& reader, Member& member);
/// An argument of the template that the type is written with as its author wrote it, with its aliases.
clang::QualType written_argument(const Reader& reader, clang::QualType written, unsigned index,
                                 clang::QualType canonical);
/// Refuses a type one of whose template arguments is an alias that says something, since nobody sees an alias any more within a template
/// that is not the library's.
bool refuse_lost_rules(Reader& reader, clang::QualType written);

}  // namespace iam::gen
