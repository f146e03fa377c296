// Compares JSON numbers and tests divisibility without rounding.
#include "iam/core/exact_number.hpp"

#include "core/numbers/number.hpp"
#include <iam/core/json_writer.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace iam {
namespace {

__extension__ using Wide = unsigned __int128;

template <class T>
int order(T a, T b) noexcept {
    return a < b ? -1 : (b < a ? 1 : 0);
}

// Compares the magnitude of an integer with a non-negative double.
int compare_magnitude(std::uint64_t integer, double real) noexcept {
    if (real >= k_two_64) return -1;
    const auto whole = static_cast<std::uint64_t>(real);
    if (whole != integer) return order(integer, whole);
    return real > static_cast<double>(whole) ? -1 : 0;
}

std::uint64_t magnitude(const JsonNumber& number) noexcept {
    return number.kind == JsonNumber::Kind::negative
               ? std::uint64_t{0} - static_cast<std::uint64_t>(number.negative)
               : number.non_negative;
}

int compare_with_real(const JsonNumber& integer, double real) noexcept {
    if (integer.kind == JsonNumber::Kind::negative)
        return real >= 0 ? -1 : -compare_magnitude(magnitude(integer), -real);
    return real < 0 ? 1 : compare_magnitude(integer.non_negative, real);
}

// A magnitude as digits · 10^exponent, without trailing zeros in the digits.
struct Decimal {
    std::uint64_t digits = 0;
    int exponent = 0;
};

Decimal shortest_decimal(double real) noexcept {
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), std::fabs(real),
                                   std::chars_format::scientific);
    Decimal result;
    int fraction_digits = 0;
    bool in_fraction = false;
    const char* at = text.data();
    for (; at != end.ptr && *at != 'e'; ++at) {
        if (*at == '.') {
            in_fraction = true;
            continue;
        }
        result.digits = result.digits * 10 + static_cast<std::uint64_t>(*at - '0');
        fraction_digits += in_fraction ? 1 : 0;
    }
    if (at != end.ptr) {
        ++at;
        if (*at == '+') ++at;
        std::from_chars(at, end.ptr, result.exponent);
    }
    result.exponent -= fraction_digits;
    return result;
}

// The digits of the double's canonical text, so a number read back is judged alike.
Decimal decimal_of_real(double real) noexcept {
    if (is_integer_of_64_bits(real)) return {static_cast<std::uint64_t>(std::fabs(real)), 0};
    return shortest_decimal(real);
}

Decimal decimal_of(const JsonNumber& number) noexcept {
    Decimal result{magnitude(number), 0};
    if (number.kind == JsonNumber::Kind::real) result = decimal_of_real(number.real);
    while (result.digits != 0 && result.digits % 10 == 0) {
        result.digits /= 10;
        ++result.exponent;
    }
    return result;
}

Wide power_of_ten(int exponent, Wide modulus) noexcept {
    Wide result = 1 % modulus;
    for (int i = 0; i < exponent; ++i) result = result * 10 % modulus;
    return result;
}

}  // namespace

int compare(const JsonNumber& a, const JsonNumber& b) noexcept {
    using Kind = JsonNumber::Kind;
    // Rounding keeps the order, so two different doubles decide.
    if (a.real < b.real) return -1;
    if (b.real < a.real) return 1;
    if (a.kind == Kind::real && b.kind == Kind::real) return order(a.real, b.real);
    if (a.kind == Kind::real) return -compare_with_real(b, a.real);
    if (b.kind == Kind::real) return compare_with_real(a, b.real);
    if (a.kind != b.kind) return a.kind == Kind::negative ? -1 : 1;
    return a.kind == Kind::negative ? order(a.negative, b.negative)
                                    : order(a.non_negative, b.non_negative);
}

bool is_multiple_of(const JsonNumber& value, const JsonNumber& step) noexcept {
    const Decimal v = decimal_of(value);
    const Decimal s = decimal_of(step);
    if (s.digits == 0) return true;  // a step of 0 demands nothing
    if (v.digits == 0) return true;
    const int shift = v.exponent - s.exponent;
    if (shift >= 0) {
        const Wide modulus = s.digits;
        return v.digits % modulus * power_of_ten(shift, modulus) % modulus == 0;
    }
    // value / step = digits / (step digits · 10^-shift); 10^20 is beyond any value's digits.
    if (-shift > 19) return false;
    Wide divisor = s.digits;
    for (int i = 0; i < -shift; ++i) {
        if (divisor > v.digits) return false;
        divisor *= 10;
    }
    return v.digits % divisor == 0;
}

std::string to_text(const JsonNumber& number) {
    JsonWriter out;
    switch (number.kind) {
        case JsonNumber::Kind::negative:
            out.integer(number.negative);
            break;
        case JsonNumber::Kind::non_negative:
            out.integer(number.non_negative);
            break;
        case JsonNumber::Kind::real:
            out.number(number.real);
            break;
    }
    return out.take();
}

}  // namespace iam
