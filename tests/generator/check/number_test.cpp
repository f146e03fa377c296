// Exact numbers: no step through a type that rounds.
#include "builder.hpp"
#include <generator/check/number.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <compare>
#include <limits>

using namespace iam::gen;

namespace {

Number whole(std::int64_t value) {
    return value;
}
Number large(std::uint64_t value) {
    return value;
}
Number real(double value) {
    return value;
}

constexpr auto k_int64_max = std::numeric_limits<std::int64_t>::max();
constexpr auto k_int64_min = std::numeric_limits<std::int64_t>::min();
constexpr auto k_uint64_max = std::numeric_limits<std::uint64_t>::max();

}  // namespace

TEST_CASE("integers and doubles are compared by their value", "[number]") {
    CHECK(std::is_lt(compare(whole(-1), large(k_uint64_max))));
    CHECK(std::is_eq(compare(whole(3), large(3))));
    CHECK(std::is_lt(compare(whole(k_int64_max), real(9223372036854775808.0))));
    CHECK(std::is_lt(compare(large(k_uint64_max), real(18446744073709551616.0))));
    CHECK(std::is_eq(compare(whole(k_int64_min), real(-9223372036854775808.0))));
    CHECK(std::is_lt(compare(whole(-3), real(-2.5))));
    CHECK(std::is_gt(compare(real(-2.5), whole(-3))));
    CHECK(std::is_lt(compare(whole(2), real(2.5))));
    CHECK(std::is_gt(compare(real(1e300), large(k_uint64_max))));
    CHECK(std::is_eq(compare(whole(0), real(-0.0))));
    CHECK(std::is_lt(compare(real(0.1), real(0.2))));
}

TEST_CASE("a double becomes an integer only where it is one", "[number]") {
    CHECK(as_integer(real(1e3)) == whole(1000));
    CHECK(as_integer(real(-1.0)) == whole(-1));
    CHECK(as_integer(real(9223372036854775808.0)) == large(9223372036854775808U));
    CHECK_FALSE(as_integer(real(0.5)));
    CHECK_FALSE(as_integer(real(1e30)));
}

TEST_CASE("multiples are exact decimals", "[number]") {
    CHECK(is_multiple(real(0.3), real(0.1)));
    CHECK(is_multiple(real(1.1), real(0.1)));
    CHECK_FALSE(is_multiple(real(0.35), real(0.1)));
    CHECK(is_multiple(whole(100), whole(25)));
    CHECK_FALSE(is_multiple(whole(-7), whole(2)));
    CHECK(is_multiple(whole(0), real(0.7)));
    CHECK(is_multiple(large(k_uint64_max), whole(5)));
    CHECK_FALSE(is_multiple(real(1e300), whole(3)));
    CHECK(is_multiple(real(1e300), real(1e-300)));
    CHECK_FALSE(is_multiple(real(1e-300), real(1e300)));
}

TEST_CASE("numbers print as a person writes them", "[number]") {
    CHECK(to_text(whole(-5)) == "-5");
    CHECK(to_text(whole(k_int64_min)) == "-9223372036854775808");
    CHECK(to_text(large(k_uint64_max)) == "18446744073709551615");
    CHECK(to_text(real(0.5)) == "0.5");
    CHECK(to_text(real(1e300)) == "1e+300");
}

TEST_CASE("each type has its limits", "[number]") {
    CHECK(*limits_of(test::uint8()).low == large(0));
    CHECK(*limits_of(test::uint8()).high == large(255));
    CHECK(*limits_of(test::scalar(TypeKind::integer, "signed char", 8, true)).low == whole(-128));
    CHECK(*limits_of(test::int64()).low == whole(k_int64_min));
    CHECK(*limits_of(test::int64()).high == whole(k_int64_max));
    CHECK(*limits_of(test::uint64()).high == large(k_uint64_max));
    CHECK(*limits_of(test::real32()).high == real(double{std::numeric_limits<float>::max()}));
    CHECK_FALSE(is_finite(real(std::nan(""))));
}
