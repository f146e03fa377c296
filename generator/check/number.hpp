// Exact arithmetic on the numbers of attributes: integers as integers, a double as the decimal that
// it is written as.
#pragma once

#include <generator/model/model.hpp>

#include <compare>
#include <optional>
#include <string>

namespace iam::gen {

/// Neither an infinity nor NaN; all the functions below want finite numbers.
bool is_finite(const Number& number);

/// The mathematical order.
std::strong_ordering compare(const Number& a, const Number& b);

/// The same number as an integer of the model, where it is one within [-2^63, 2^64-1].
std::optional<Number> as_integer(const Number& number);

/// True where value / step is an integer, both taken as their shortest decimals (0.3 is a multiple
/// of 0.1). `step` is not 0.
bool is_multiple(const Number& value, const Number& step);

/// False where no multiple of `step`, which is above 0, lies within the bounds, both of which are given. True also where the numbers
/// have more digits than can be followed here.
bool has_multiple(const Bounds& bounds, const Number& step);

/// "23", "0.5", "1e+300".
std::string to_text(const Number& number);

/// The smallest and the largest value of an integer type or of a 32 or 64 bit floating one.
Bounds limits_of(const Type& type);

}  // namespace iam::gen
