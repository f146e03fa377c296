// Integers as texts: names of members and strings cannot be compared with bounds, but a pattern can say them.
#pragma once

#include <generator/model/model.hpp>

#include <string>

namespace iam::gen {

/// An ECMA-262 expression that matches the canonical spelling of exactly the integers of this width: "-7", never "+7" or "07".
std::string integer_pattern(int bits, bool is_signed);
/// The same for those of the width that a range has, whose bounds are whole numbers within it.
std::string integer_pattern(int bits, bool is_signed, const Bounds& range);

}  // namespace iam::gen
