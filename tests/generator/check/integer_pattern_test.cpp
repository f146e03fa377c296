// A range of integers as a pattern of their texts: exactly those, in their only spelling.
// Tests of generator/model/integer_pattern.cpp.
#include <generator/model/integer_pattern.hpp>
#include <iam/schema/pattern.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <string>

namespace iam::gen {
namespace {

Bounds between(std::int64_t low, std::int64_t high) {
    Bounds bounds;
    bounds.low = low;
    bounds.high = high;
    return bounds;
}

bool matches(const std::string& pattern, const std::string& text) {
    const auto compiled = schema::Pattern::compile(pattern);
    REQUIRE(compiled);
    return compiled->search(text);
}

}  // namespace

TEST_CASE("the pattern of a range matches the numbers in it and no others") {
    constexpr std::array<int, 18> k_ends = {-1200, -1000, -999, -110, -100, -99, -12, -9,  -1,
                                            0,     1,     7,    10,   19,   100, 205, 999, 1190};
    for (const int low : k_ends) {
        for (const int high : k_ends) {
            if (low > high) continue;
            const std::string pattern = integer_pattern(64, true, between(low, high));
            const auto compiled = schema::Pattern::compile(pattern);
            REQUIRE(compiled);
            INFO(pattern);
            for (int number = -1300; number <= 1300; ++number) {
                const bool is_in = number >= low && number <= high;
                if (compiled->search(std::to_string(number)) != is_in) FAIL_CHECK(number);
            }
        }
    }
}

TEST_CASE("the pattern of a range ends where 64 bits end") {
    const std::string all = integer_pattern(64, true);
    CHECK(all == integer_pattern(64, true,
                                 between(std::numeric_limits<std::int64_t>::min(),
                                         std::numeric_limits<std::int64_t>::max())));
    CHECK(matches(all, "-9223372036854775808"));
    CHECK_FALSE(matches(all, "-9223372036854775809"));
    CHECK_FALSE(matches(all, "9223372036854775808"));

    Bounds high;
    high.low = std::uint64_t{18446744073709551606u};
    const std::string last = integer_pattern(64, false, high);
    CHECK(matches(last, "18446744073709551615"));
    CHECK(matches(last, "18446744073709551606"));
    CHECK_FALSE(matches(last, "18446744073709551605"));
    CHECK_FALSE(matches(last, "18446744073709551616"));
    CHECK_FALSE(matches(last, "0"));
}

TEST_CASE("the pattern of a range takes one spelling only") {
    const std::string pattern = integer_pattern(64, true, between(-5, 12));
    for (const char* other : {"-0", "+1", "01", "1.0", "", " 1", "1 ", "-", "--1"}) {
        CAPTURE(other);
        CHECK_FALSE(matches(pattern, other));
    }
}

}  // namespace iam::gen
