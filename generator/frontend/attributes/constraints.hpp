// Reads the attributes on parameters and fields.
#pragma once

#include <generator/frontend/reader.hpp>

namespace iam::gen {

/// Reads the attributes of one field, or of one parameter in all redeclarations of its function. A
/// redeclaration may repeat an attribute with the same arguments. `type` is the type of the value.
/// It decides how an enumerator in iam::example is read.
Constraints read_constraints(Reader& reader, const std::vector<const clang::Decl*>& declarations,
                             const Type& type);

/// The arguments as their author wrote them, for comparisons and for messages.
std::string arguments_text(const Reader& reader, const AttributeUse& use);
/// Drops repetitions in redeclarations. Reports an attribute given twice, and differences between
/// redeclarations.
std::vector<const AttributeUse*> distinct_uses(Reader& reader,
                                               const std::vector<const AttributeUse*>& uses);
/// The argument at `index` as an expression. A lone identifier is looked up from the scope of the
/// attribute's declaration. nullptr, with a report, if it names no constant there.
const clang::Expr* argument_expression(Reader& reader, const AttributeUse& use, std::size_t index);

}  // namespace iam::gen
