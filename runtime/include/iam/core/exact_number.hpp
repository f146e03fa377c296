// Arithmetic on JSON numbers without rounding: what bounds and multiples are judged with.
#pragma once

#include <iam/core/json_reader.hpp>

#include <string>

namespace iam {

/// -1, 0, 1, exactly: integers as integers, a double as the number that its bits name.
int compare(const JsonNumber& a, const JsonNumber& b) noexcept;
/// Exact on integers and on the shortest decimals of doubles, so that 0.3 is a multiple of 0.1.
bool is_multiple_of(const JsonNumber& value, const JsonNumber& step) noexcept;
/// The number's canonical JSON text.
std::string to_text(const JsonNumber& number);

}  // namespace iam
