// Boost: a fraction, an integer without a largest one, a UUID.
#pragma once

#include <iam/annotations.hpp>

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/rational.hpp>
#include <boost/uuid/string_generator.hpp>
#include <boost/uuid/uuid.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace numbers {

using Fraction = boost::rational<std::int64_t>;
using Big = boost::multiprecision::cpp_int;

/// A fraction.
struct FractionForm {
    /// Above the line.
    std::int64_t numerator;
    /// Below it.
    [[iam::range(1, 1000000000)]] std::int64_t denominator = 1;
};

}  // namespace numbers

template <>
struct iam::codec<numbers::Fraction> {
    using wire = numbers::FractionForm;
    static numbers::Fraction from_wire(wire form) { return {form.numerator, form.denominator}; }
    static wire to_wire(const numbers::Fraction& value) {
        return {value.numerator(), value.denominator()};
    }
};

template <>
struct iam::codec<numbers::Big> {
    using wire = std::string;
    static std::optional<numbers::Big> from_wire(const std::string& digits) {
        const bool is_number = !digits.empty() && digits.size() < 1000 &&
                               (digits == "0" || digits[0] != '0') &&
                               digits.find_first_not_of("0123456789") == std::string::npos;
        if (!is_number) return std::nullopt;
        return numbers::Big(digits);
    }
    static std::string to_wire(const numbers::Big& number) { return number.str(); }
};

template <>
struct iam::codec<boost::uuids::uuid> {
    using wire = std::string;
    static boost::uuids::uuid from_wire(const std::string& text) {
        return boost::uuids::string_generator()(text);
    }
    static std::string to_wire(const boost::uuids::uuid& id) { return boost::uuids::to_string(id); }
};

namespace numbers {

/// Adds two fractions.
/// @param left   the first
/// @param right  the second
[[iam::tool({.read_only = true})]] Fraction add(Fraction left, Fraction right);

/// The factorial of a number, however large, or times a number.
/// @param of     the number
/// @param times  decimal digits
[[iam::tool({.read_only = true})]] Big factorial([[iam::range(0, 200)]] unsigned of,
                                                 const Big& times = Big(1));

/// The variant of a UUID that says which layout it has.
/// @param id  the UUID
[[iam::tool({.read_only = true})]] int version_of(
    [[iam::format("uuid")]] const boost::uuids::uuid& id);

}  // namespace numbers
