// The attributes on parameters and fields.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// What the attributes of these declarations say: one field, or a parameter in each redeclaration of its function. The same
/// attribute may come again in a redeclaration if it says the same. `type` tells what an enumerator as an example means.
Constraints read_constraints(Reader& reader, const std::vector<const clang::Decl*>& declarations,
                             const Type& type);

/// The arguments as their author wrote them, for comparing and for messages.
std::string arguments_text(const Reader& reader, const AttributeUse& use);
/// Drops repetitions in redeclarations; reports an attribute given twice and redeclarations that disagree.
std::vector<const AttributeUse*> distinct_uses(Reader& reader,
                                               const std::vector<const AttributeUse*>& uses);
/// An argument as an expression; an identifier that stands alone is looked up from `scope`. nullptr where there is none.
const clang::Expr* argument_expression(Reader& reader, const AttributeUse& use, std::size_t index);

}  // namespace iam::gen
