// GMP: integers of any size as decimal digits.
#pragma once

#include <iam/annotations.hpp>

#include <gmpxx.h>

#include <optional>
#include <string>
#include <vector>

template <>
struct iam::codec<mpz_class> {
    using wire = std::string;
    static std::optional<mpz_class> from_wire(const std::string& digits) {
        mpz_class number;
        if (digits.size() > 1000 || number.set_str(digits, 10) != 0) return std::nullopt;
        if (number.get_str() != digits) return std::nullopt;
        return number;
    }
    static std::string to_wire(const mpz_class& number) { return number.get_str(); }
};

namespace arithmetic {

/// The greatest number that divides all.
/// @param numbers  two or more
[[iam::tool({.read_only = true})]] mpz_class greatest_divisor(
    [[iam::items(2, 100)]] const std::vector<mpz_class>& numbers);

}  // namespace arithmetic
