// Patterns for texts in place of values of other types. The schema states them. Examples and
// defaults are checked against them.
#pragma once

#include <generator/model/model.hpp>

#include <string>

namespace iam::gen {

/// An ECMA-262 expression. Empty for types without such a text, and for types with only a format.
std::string text_pattern(const Type& type);
/// The same for an integer written as a text, within the range of the rules. The rules must have no
/// errors.
std::string decimal_pattern(const Type& type, const Constraints& rules);

}  // namespace iam::gen
