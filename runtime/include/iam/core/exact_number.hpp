// Compares and divides JSON numbers without rounding. Bounds and multiples are judged with these
// functions.
#pragma once

#include <iam/core/json_reader.hpp>

#include <cstdint>
#include <string>

namespace iam {

/// The greatest integer of `bits` (1 to 64) bits. The least integer of a signed type is its
/// complement.
constexpr std::uint64_t greatest_integer(int bits, bool is_signed) noexcept {
    return ~std::uint64_t{0} >> static_cast<unsigned>(64 - bits) >> (is_signed ? 1U : 0U);
}

/// Returns -1, 0 or 1, exactly: integers compare as integers, a double as the exact number of its
/// bits.
int compare(const JsonNumber& a, const JsonNumber& b) noexcept;
/// Exact on integers and on the decimals of doubles in canonical text, so 0.3 is a multiple of 0.1.
bool is_multiple_of(const JsonNumber& value, const JsonNumber& step) noexcept;
/// The number's canonical JSON text.
std::string to_text(const JsonNumber& number);

}  // namespace iam
