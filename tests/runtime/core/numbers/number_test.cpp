// Numbers: exact integers, nearest doubles, ECMAScript's text.
#include <iam/core/json.hpp>
#include <iam/core/json_reader.hpp>
#include <iam/core/json_writer.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace {

using Kind = iam::JsonNumber::Kind;

iam::JsonNumber read(const std::string& text) {
    iam::JsonReader reader(text);
    iam::JsonNumber number;
    INFO(text);
    REQUIRE(reader.read_number(number));
    REQUIRE(reader.finish());
    return number;
}

std::string refusal(const std::string& text) {
    const auto value = iam::parse_json(text);
    INFO(text.substr(0, 80));
    REQUIRE_FALSE(value.has_value());
    CHECK(value.error().code == iam::Errc::invalid_argument);
    return value.error().message;
}

std::string written(double value) {
    iam::JsonWriter writer;
    writer.number(value);
    return writer.take();
}

}  // namespace

TEST_CASE("XE02 every spelling of a mathematical integer is that integer") {
    const auto [text, value] = GENERATE(table<std::string, std::uint64_t>({
        {"0", 0},
        {"-0", 0},
        {"-0.0", 0},
        {"0e999999999999", 0},
        {"0.000e-5", 0},
        {"1", 1},
        {"1.0", 1},
        {"1e0", 1},
        {"100e-2", 1},
        {"0.1e1", 1},
        {"0.00001E+5", 1},
        {"1e2", 100},
        {"1.50e1", 15},
        {"999999999999999999", 999999999999999999U},
        {"1000000000000000000", 1000000000000000000U},
        {"9007199254740993", 9007199254740993U},
        {"9007199254740993.000", 9007199254740993U},
        {"9223372036854775808", 9223372036854775808U},
        {"18446744073709551615", 18446744073709551615U},
        {"1844674407370955161.5e1", 18446744073709551615U},
        {"18446744073709551615000e-3", 18446744073709551615U},
        {"1e19", 10000000000000000000U},
    }));
    const iam::JsonNumber number = read(text);
    INFO(text);
    CHECK(number.kind == Kind::non_negative);
    CHECK(number.non_negative == value);
    CHECK(number.real == static_cast<double>(value));
    CHECK_FALSE(std::signbit(number.real));
}

TEST_CASE("XE02 a negative integer is exact down to -2^63") {
    const auto [text, value] = GENERATE(table<std::string, std::int64_t>({
        {"-1", -1},
        {"-1.0", -1},
        {"-1e2", -100},
        {"-9007199254740993", -9007199254740993},
        {"-9223372036854775807", -9223372036854775807},
        {"-9223372036854775808", std::numeric_limits<std::int64_t>::min()},
        {"-922337203685477580.8e1", std::numeric_limits<std::int64_t>::min()},
    }));
    const iam::JsonNumber number = read(text);
    INFO(text);
    CHECK(number.kind == Kind::negative);
    CHECK(number.negative == value);
    CHECK(number.real == static_cast<double>(value));
}

TEST_CASE("XE02 any other literal with a fraction or an exponent is the nearest double") {
    const auto [text, value] = GENERATE(table<std::string, double>({
        {"0.1", 0.1},
        {"-0.1", -0.1},
        {"1e21", 1e21},
        {"18446744073709551616e0", 18446744073709551616.0},
        {"18446744073709551616.0", 18446744073709551616.0},
        {"-9223372036854775809.0", -9223372036854775808.0},
        {"1.7976931348623157e308", std::numeric_limits<double>::max()},
        {"1.7976931348623158e308", std::numeric_limits<double>::max()},
        {"5e-324", std::numeric_limits<double>::denorm_min()},
        {"3e-324", std::numeric_limits<double>::denorm_min()},
        {"2.2250738585072014e-308", std::numeric_limits<double>::min()},
        {"2.2250738585072011e-308", 2.2250738585072011e-308},
        {"9007199254740992.5", 9007199254740992.0},
        {"9007199254740993.5", 9007199254740994.0},
    }));
    const iam::JsonNumber number = read(text);
    INFO(text);
    CHECK(number.kind == Kind::real);
    CHECK(std::bit_cast<std::uint64_t>(number.real) == std::bit_cast<std::uint64_t>(value));
}

TEST_CASE("XE02 a number beyond the doubles is refused, and so is one that would round to zero") {
    const std::string large =
        GENERATE("1e400", "-1e400", "1.8e308", "1e999999999999", "1e99999999999999999999999999",
                 "123456789012345678901234567890e300");
    CHECK(refusal(large).find("beyond the range of a double") != std::string::npos);
    const std::string small = GENERATE("1e-400", "-1e-400", "2e-324", "1e-999999999999",
                                       "0.1e-99999999999999999999999999");
    CHECK(refusal(small).find("too close to zero") != std::string::npos);
}

TEST_CASE("XE02 a longer integer literal is accepted only as the ECMAScript text of its double") {
    CHECK(read("18446744073709552000").real == 18446744073709551616.0);
    CHECK(read("18446744073709552000").kind == Kind::real);
    CHECK(read("100000000000000000000").real == 1e20);
    CHECK(read("-295147905179352830000").real == -295147905179352825856.0);
    CHECK(read("999999999999999900000").real == 999999999999999868928.0);
    const std::string text =
        GENERATE("18446744073709551616", "18446744073709551617", "-9223372036854775809",
                 "100000000000000000001", "1000000000000000000000", "295147905179352825856");
    CHECK(refusal(text).find("18446744073709551615") != std::string::npos);
}

TEST_CASE("a literal of a million digits is read in one pass and rounded correctly") {
    const std::string zeros(1'000'000, '0');
    SECTION("a long integer is refused") {
        refusal("1" + zeros);
    }
    SECTION("zeros and an exponent may cancel out") {
        CHECK(read("1" + zeros + "e-1000000").non_negative == 1);
        CHECK(read("0." + zeros + "1e1000001").non_negative == 1);
        CHECK(read("0." + zeros + "15e1000001").real == 1.5);
        CHECK(read("15" + zeros + "e-1000001").real == 1.5);
    }
    SECTION("the last of many digits breaks a tie") {
        // Half way between 2^53 and 2^53 + 2, where the even one wins, and a trifle above.
        CHECK(read("9007199254740993." + zeros + "e0").non_negative == 9007199254740993U);
        CHECK(read("0.9007199254740993" + zeros + "1e16").real == 9007199254740994.0);
        CHECK(read("1.00000000000000011102230246251565404236316680908203125" + zeros + "1").real ==
              1.0000000000000002);
        CHECK(read("1.00000000000000011102230246251565404236316680908203125" + zeros).real == 1.0);
    }
    SECTION("digits after the point alone are fine") {
        CHECK(read("0." + std::string(1'000'000, '3')).real == 1.0 / 3);
    }
}

TEST_CASE("XE03 what is almost a number is refused with the way out") {
    const auto [text, hint] = GENERATE(table<std::string, std::string>({
        {"+1", "leave the sign out"},
        {".5", "write a 0 before it"},
        {"01", "leading zeros"},
        {"-01", "leading zeros"},
        {"00", "leading zeros"},
        {"-", "a digit must follow"},
        {"1.", "a digit must follow"},
        {"1.e5", "a digit must follow"},
        {"1e", "a digit must follow"},
        {"1e+", "a digit must follow"},
        {"-.5", "a digit must follow"},
        {"--1", "a digit must follow"},
        {"NaN", "NaN and Infinity are not JSON"},
        {"Infinity", "NaN and Infinity are not JSON"},
        {"-Infinity", "NaN and Infinity are not JSON"},
        {"0x10", "nothing may follow the value"},
        {"1_000", "nothing may follow the value"},
        {"1,5", "nothing may follow the value"},
    }));
    INFO(text);
    const std::string message = refusal(text);
    INFO(message);
    CHECK(message.find(hint) != std::string::npos);
}

TEST_CASE("XE16 doubles are written as the published vectors of RFC 8785 say") {
    const auto [bits, text] = GENERATE(table<std::uint64_t, std::string>({
        {0x0000000000000000, "0"},
        {0x8000000000000000, "0"},
        {0x0000000000000001, "5e-324"},
        {0x8000000000000001, "-5e-324"},
        {0x7fefffffffffffff, "1.7976931348623157e+308"},
        {0xffefffffffffffff, "-1.7976931348623157e+308"},
        {0x4340000000000000, "9007199254740992"},
        {0xc340000000000000, "-9007199254740992"},
        {0x4430000000000000, "295147905179352830000"},
        {0x44b52d02c7e14af5, "9.999999999999997e+22"},
        {0x44b52d02c7e14af6, "1e+23"},
        {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
        {0x444b1ae4d6e2ef4e, "999999999999999700000"},
        {0x444b1ae4d6e2ef4f, "999999999999999900000"},
        {0x444b1ae4d6e2ef50, "1e+21"},
        {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
        {0x3eb0c6f7a0b5ed8d, "0.000001"},
        {0x41b3de4355555553, "333333333.3333332"},
        {0x41b3de4355555554, "333333333.33333325"},
        {0x41b3de4355555555, "333333333.3333333"},
        {0x41b3de4355555556, "333333333.3333334"},
        {0x41b3de4355555557, "333333333.33333343"},
        {0xbecbf647612f3696, "-0.0000033333333333333333"},
        {0x43143ff3c1cb0959, "1424953923781206.2"},
    }));
    CHECK(written(std::bit_cast<double>(bits)) == text);
}

TEST_CASE("the forms of ECMAScript's text change at 1e21 and 1e-7") {
    CHECK(written(1e21) == "1e+21");
    CHECK(written(1.5e21) == "1.5e+21");
    CHECK(written(1e20) == "100000000000000000000");
    CHECK(written(1e-6) == "0.000001");
    CHECK(written(1e-7) == "1e-7");
    CHECK(written(1.25e-7) == "1.25e-7");
    CHECK(written(123.456) == "123.456");
    CHECK(written(-0.5) == "-0.5");
    CHECK(written(1e-10) == "1e-10");
    CHECK(written(1e100) == "1e+100");
}

TEST_CASE("numbers of few decimals and their neighbours have the shortest digits that read back") {
    const auto shortest = [](double value) {
        std::array<char, 64> room{};
        const auto end =
            std::to_chars(room.data(), room.data() + room.size(), value, std::chars_format::fixed);
        return std::string(room.data(), end.ptr);
    };
    std::uint64_t mixed = 0x9E3779B97F4A7C15U;
    for (int round = 0; round < 20'000; ++round) {
        mixed ^= mixed << 13U;
        mixed ^= mixed >> 7U;
        mixed ^= mixed << 17U;
        const auto digits = static_cast<double>(mixed >> (11 + mixed % 48));
        for (const double power : {1.0, 10.0, 100.0, 1e3, 1e4, 1e5}) {
            const double value = digits / power;
            if (value < 1e-6) continue;
            CHECK(written(value) == shortest(value));
            CHECK(written(std::nextafter(value, 0.0)) == shortest(std::nextafter(value, 0.0)));
        }
    }
    CHECK(written(1.5) == "1.5");
    CHECK(written(-0.0625) == "-0.0625");
    CHECK(written(99999999999.9999) == "99999999999.9999");
}

TEST_CASE(
    "XE16 an integral double in the range of integers is written exactly, as the equal integer "
    "is") {
    CHECK(written(9223372036854775808.0) == "9223372036854775808");
    CHECK(written(-9223372036854775808.0) == "-9223372036854775808");
    CHECK(written(18446744073709549568.0) == "18446744073709549568");
    CHECK(written(1152921504606846976.0) == "1152921504606846976");
    CHECK(written(18446744073709551616.0) == "18446744073709552000");
    CHECK(written(-9223372036854777856.0) == "-9223372036854778000");
}
