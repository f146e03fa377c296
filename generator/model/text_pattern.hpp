// What texts look like that stand for values of other types: the schema says it, and examples and defaults are held to it.
#pragma once

#include <generator/model/model.hpp>

#include <string>

namespace iam::gen {

/// An ECMA-262 expression; empty for types that are no such text or have none beside their format.
std::string text_pattern(const Type& type);
/// The same of an integer that is a text, whose range the rules may narrow. Wants rules without errors.
std::string decimal_pattern(const Type& type, const Constraints& rules);

}  // namespace iam::gen
