// Computes with the decoder's own arithmetic, so both judge a number alike. Has only the parts
// needed for numbers in headers.
#include <generator/check/number.hpp>
#include <iam/core/exact_number.hpp>
#include <iam/tool/rules.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace iam::gen {
namespace {

JsonNumber json_number(const Number& number) {
    JsonNumber out;
    if (const auto* real = std::get_if<double>(&number)) {
        out.kind = JsonNumber::Kind::real;
        out.real = *real;
    } else if (const auto* value = std::get_if<std::int64_t>(&number); value && *value < 0) {
        out.kind = JsonNumber::Kind::negative;
        out.negative = *value;
        out.real = static_cast<double>(*value);
    } else {
        out.non_negative =
            value ? static_cast<std::uint64_t>(*value) : std::get<std::uint64_t>(number);
        out.real = static_cast<double>(out.non_negative);
    }
    return out;
}

/// A number without its sign: digits · 10^exponent.
struct Magnitude {
    std::uint64_t digits = 0;
    int exponent = 0;
};

Magnitude magnitude_of(const Number& number) {
    Magnitude out;
    bool behind_point = false;
    const std::string text = to_text(number);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '.') behind_point = true;
        if (c == 'e') {
            const std::size_t digits = text[i + 1] == '+' ? i + 2 : i + 1;
            out.exponent += std::stoi(text.substr(digits));
            break;
        }
        if (c < '0' || c > '9') continue;
        out.digits = out.digits * 10 + static_cast<std::uint64_t>(c - '0');
        if (behind_point) --out.exponent;
    }
    return out;
}

/// The digits at a smaller exponent; nothing if there are too many.
std::optional<std::uint64_t> digits_at(const Magnitude& magnitude, int exponent) {
    std::uint64_t digits = magnitude.digits;
    for (int i = magnitude.exponent; i > exponent && digits != 0; --i) {
        if (digits > std::numeric_limits<std::uint64_t>::max() / 10) return std::nullopt;
        digits *= 10;
    }
    return digits;
}

template <class T>
Bounds limits() {
    return {Number{std::numeric_limits<T>::lowest()}, Number{std::numeric_limits<T>::max()}, {}};
}

}  // namespace

bool is_finite(const Number& number) {
    const auto* real = std::get_if<double>(&number);
    return !real || std::isfinite(*real);
}

std::strong_ordering compare(const Number& a, const Number& b) {
    return iam::compare(json_number(a), json_number(b)) <=> 0;
}

std::optional<Number> as_integer(const Number& number) {
    const auto* real = std::get_if<double>(&number);
    if (!real) return number;
    constexpr double k_two_to_63 = 9223372036854775808.0;
    if (std::floor(*real) != *real || *real < -k_two_to_63 || *real >= 2 * k_two_to_63)
        return std::nullopt;
    if (*real < k_two_to_63) return Number{static_cast<std::int64_t>(*real)};
    return Number{static_cast<std::uint64_t>(*real)};
}

bool is_multiple(const Number& value, const Number& step) {
    return is_multiple_of(json_number(value), json_number(step));
}

bool has_multiple(const Bounds& bounds, const Number& step) {
    const Number zero = std::int64_t{0};
    const bool is_above = compare(*bounds.low, zero) > 0;
    if (!is_above && compare(*bounds.high, zero) >= 0) return true;  // zero itself
    const Magnitude near = magnitude_of(is_above ? *bounds.low : *bounds.high);
    const Magnitude far = magnitude_of(is_above ? *bounds.high : *bounds.low);
    const Magnitude distance = magnitude_of(step);
    const int exponent = std::min({near.exponent, far.exponent, distance.exponent});
    const auto near_digits = digits_at(near, exponent);
    const auto far_digits = digits_at(far, exponent);
    const auto distance_digits = digits_at(distance, exponent);
    if (!near_digits || !far_digits || !distance_digits) return true;
    return *far_digits / *distance_digits * *distance_digits >= *near_digits;
}

std::string to_text(const Number& number) {
    return iam::to_text(json_number(number));
}

Bounds limits_of(const Type& type) {
    if (type.kind == TypeKind::floating) {
        if (type.bits == 64) return limits<double>();
        return {Number{double{std::numeric_limits<float>::lowest()}},
                Number{double{std::numeric_limits<float>::max()}},
                {}};
    }
    const std::uint64_t greatest = greatest_integer(type.bits, type.is_signed);
    if (!type.is_signed) return {Number{std::uint64_t{0}}, Number{greatest}, {}};
    const auto high = static_cast<std::int64_t>(greatest);
    return {Number{~high}, Number{high}, {}};
}

}  // namespace iam::gen
