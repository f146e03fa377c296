// Reads JSON number literals exactly, and writes doubles as ECMAScript does.
#pragma once

#include <iam/core/json_reader.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace iam {

/// The first doubles beyond the integers of 63 and of 64 bits.
inline constexpr double k_two_63 = 9223372036854775808.0;
inline constexpr double k_two_64 = 18446744073709551616.0;

/// True if a double is an integer in [-2^63, 2^64). Canonical text spells these with all their
/// digits.
bool is_integer_of_64_bits(double value) noexcept;

enum class NumberFault : std::uint8_t {
    none,
    too_large,          ///< beyond the greatest double
    too_small,          ///< not zero, but the nearest double is zero
    integer_not_exact,  ///< an integer literal that neither an integer nor a double holds
};

/// Reads a literal already in the form of a JSON number. Takes time linear in the literal's length,
/// for every exponent.
NumberFault read_decimal(std::string_view literal, JsonNumber& value);

/// Room for the longest texts of a double: "-1.7976931348623157e+308" and
/// "-0.0000012345678901234567".
using NumberText = std::array<char, 32>;

/// ECMAScript's Number::toString of a finite double. The text lies in `room`.
std::string_view ecmascript_text(double value, NumberText& room) noexcept;

}  // namespace iam
