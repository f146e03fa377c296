// Arithmetic on JSON numbers without rounding: what bounds and multiples are judged with.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/json_reader.hpp>

#include <cstdint>
#include <string>

namespace iam {

/// The number that a value is; 0 for a value that is none.
inline JsonNumber number_of(const Json& value) noexcept {
    JsonNumber number;
    if (const auto* natural = value.get_ptr<const Json::number_unsigned_t*>()) {
        number.non_negative = *natural;
        number.real = static_cast<double>(*natural);
    } else if (const auto* integer = value.get_ptr<const Json::number_integer_t*>()) {
        number.real = static_cast<double>(*integer);
        if (*integer < 0) {
            number.kind = JsonNumber::Kind::negative;
            number.negative = *integer;
        } else {
            number.non_negative = static_cast<std::uint64_t>(*integer);
        }
    } else if (const auto* real = value.get_ptr<const Json::number_float_t*>()) {
        number.kind = JsonNumber::Kind::real;
        number.real = *real;
    }
    return number;
}

/// The greatest integer of 1 to 64 bits; the least one of a signed type is its complement.
constexpr std::uint64_t greatest_integer(int bits, bool is_signed) noexcept {
    return ~std::uint64_t{0} >> static_cast<unsigned>(64 - bits) >> (is_signed ? 1U : 0U);
}

/// -1, 0, 1, exactly: integers as integers, a double as the number that its bits name.
int compare(const JsonNumber& a, const JsonNumber& b) noexcept;
/// Exact on integers and on the decimals of doubles as canonical text has them, so that 0.3 is a multiple of 0.1.
bool is_multiple_of(const JsonNumber& value, const JsonNumber& step) noexcept;
/// The number's canonical JSON text.
std::string to_text(const JsonNumber& number);

}  // namespace iam
