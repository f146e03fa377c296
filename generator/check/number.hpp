// Exact arithmetic on the numbers of attributes. Integers are integers, and a double is the decimal
// in its spelling.
#pragma once

#include <generator/model/model.hpp>

#include <compare>
#include <optional>
#include <string>

namespace iam::gen {

/// True if the number is neither an infinity nor NaN. All functions below require finite numbers.
bool is_finite(const Number& number);

/// The mathematical order of the numbers.
std::strong_ordering compare(const Number& a, const Number& b);

/// The same number as an integer of the model; nothing if it is none within [-2^63, 2^64-1].
std::optional<Number> as_integer(const Number& number);

/// True if value / step is an integer, with both taken as their shortest decimals (0.3 is a
/// multiple of 0.1). `step` is not 0.
bool is_multiple(const Number& value, const Number& step);

/// False if no multiple of `step` lies within the bounds. `step` is above 0, and both bounds are
/// given. True also if the numbers have too many digits for this arithmetic.
bool has_multiple(const Bounds& bounds, const Number& step);

/// "23", "0.5", "1e+300".
std::string to_text(const Number& number);

/// The smallest and the largest value of an integer type, or of a 32-bit or 64-bit floating type.
Bounds limits_of(const Type& type);

}  // namespace iam::gen
