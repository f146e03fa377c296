// Patterns for integers written as texts in JSON. Names of members and strings cannot be compared
// with bounds, but a pattern can express bounds.
#pragma once

#include <generator/model/model.hpp>

#include <string>

namespace iam::gen {

/// An ECMA-262 expression for the canonical spelling of exactly the integers of this width: "-7",
/// never "+7" or "07".
std::string integer_pattern(int bits, bool is_signed);
/// The same for the integers of this width in a range. The bounds are whole numbers within the
/// width.
std::string integer_pattern(int bits, bool is_signed, const Bounds& range);

}  // namespace iam::gen
