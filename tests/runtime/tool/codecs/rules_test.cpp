// Exact arithmetic of bounds.
// Tests of runtime/src/core/numbers/exact_number.cpp.
#include <iam/core/exact_number.hpp>
#include <iam/tool/rules.hpp>

#include <catch2/catch.hpp>

#include <cstdint>

namespace iam::test {
namespace {

int order(const Bound& a, const Bound& b) {
    return compare(a.value, b.value);
}
bool multiple(const Bound& value, const Bound& step) {
    return is_multiple_of(value.value, step.value);
}

}  // namespace

TEST_CASE("integers and doubles compare by value, not by kind") {
    CHECK(order(1, 1.0) == 0);
    CHECK(order(-1, UINT64_MAX) == -1);
    CHECK(order(UINT64_MAX, -1) == 1);
    CHECK(order(UINT64_MAX, 18446744073709551616.0) == -1);
    CHECK(order(INT64_MIN, -9223372036854775808.0) == 0);
    CHECK(order(std::int64_t{9007199254740993}, 9007199254740992.0) == 1);
    CHECK(order(-9007199254740993, -9007199254740992.0) == -1);
    CHECK(order(3, 3.5) == -1);
    CHECK(order(-3, -3.5) == 1);
    CHECK(order(-3, 0.5) == -1);
    CHECK(order(0, -1e300) == 1);
    CHECK(order(2.5, 1e300) == -1);
}

TEST_CASE("a multiple is a multiple of decimals, at any size") {
    CHECK(multiple(0.3, 0.1));
    CHECK(multiple(1e300, 0.1));
    CHECK(multiple(1e22, 7) == false);
    CHECK(multiple(0, 7));
    CHECK(multiple(UINT64_MAX, 5));
    CHECK(multiple(UINT64_MAX, 3));
    CHECK_FALSE(multiple(UINT64_MAX, 2));
    CHECK(multiple(INT64_MIN, 2));
    CHECK_FALSE(multiple(1e-300, 0.1));
    CHECK(multiple(19.99, 0.01));
    CHECK_FALSE(multiple(19.995, 0.01));
    CHECK(multiple(4, 0.5));
    CHECK_FALSE(multiple(5, 10));
    CHECK(multiple(1.5e-7, 5e-8));
    // As canonical text spells it: 9223372036854775808, not 9223372036854776000.
    CHECK_FALSE(multiple(9223372036854775808.0, 1000));
    CHECK(multiple(9223372036854775808.0, 4096));
    CHECK(multiple(-9223372036854775808.0, INT64_MIN));
    CHECK(multiple(1e21, 1000));
}

}  // namespace iam::test
