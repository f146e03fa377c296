// Booleans and numbers: nothing is coerced, nothing wraps.
// Tests of runtime/src/tool/codecs/codec.cpp.
#include "codec_support.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace iam::test {

TEST_CASE("integers are read exactly, however they are spelled") {
    CHECK(read<int>("5") == "5");
    CHECK(read<int>("1.0") == "1");
    CHECK(read<int>("1e2") == "100");
    CHECK(read<int>("-0") == "0");
    CHECK(read<std::int64_t>("-9223372036854775808") == "-9223372036854775808");
    CHECK(read<std::uint64_t>("18446744073709551615") == "18446744073709551615");
    CHECK(read<std::int64_t>("9007199254740993") == "9007199254740993");
}

TEST_CASE("an integer beyond its type is refused, never wrapped") {
    CHECK(read<int>("4294967297") ==
          " | 4294967297 is greater than 2147483647 | integer from -2147483648 to 2147483647 | "
          "4294967297");
    CHECK(read<std::uint8_t>("-1") == " | -1 is less than 0 | integer from 0 to 255 | -1");
    CHECK(read<std::uint8_t>("256") == " | 256 is greater than 255 | integer from 0 to 255 | 256");
    CHECK(read<std::int8_t>("-128") == "-128");
    CHECK(read<std::int8_t>("-129") ==
          " | -129 is less than -128 | integer from -128 to 127 | -129");
    CHECK(read<int>("1e30") ==
          " | 1e30 is greater than 2147483647 | integer from -2147483648 to 2147483647 | 1e30");
    CHECK(read<std::int64_t>("9223372036854775808").find("is greater than 9223372036854775807") !=
          std::string::npos);
    CHECK(
        read<std::uint64_t>("18446744073709552000").find("is greater than 18446744073709551615") !=
        std::string::npos);
}

TEST_CASE("a fraction is no integer and a value of another kind no number") {
    CHECK(read<std::uint8_t>("1.9") == " | 1.9 is not an integer | integer from 0 to 255 | 1.9");
    CHECK(read<std::uint8_t>("\"1\"") ==
          " | expected integer from 0 to 255, got a string | integer from 0 to 255 | \"1\"");
    CHECK(read<std::uint8_t>("true") ==
          " | expected integer from 0 to 255, got a boolean | integer from 0 to 255 | true");
    CHECK(read<double>("null") == " | expected number, got null | number | null");
    CHECK(read<bool>("1") == " | expected boolean, got a number | boolean | 1");
    CHECK(read<bool>("\"false\"") == " | expected boolean, got a string | boolean | \"false\"");
    CHECK(read<bool>("[true]") == " | expected boolean, got an array | boolean | an array");
    CHECK(read<bool>("true") == "true");
}

TEST_CASE("a range is inclusive and says what it wants") {
    const Rules hours{.low = 0, .high = 23};
    CHECK(read<int>("0", hours) == "0");
    CHECK(read<int>("23", hours) == "23");
    CHECK(read<int>("24", hours) == " | 24 is greater than 23 | integer from 0 to 23 | 24");
    CHECK(read<int>("-1", hours) == " | -1 is less than 0 | integer from 0 to 23 | -1");
    CHECK(read<double>("0.5", {.low = 0.5}) == "0.5");
    CHECK(read<double>("0.4", {.low = 0.5}) ==
          " | 0.4 is less than 0.5 | number of at least 0.5 | 0.4");
    CHECK(read<double>("9007199254740993", {.high = std::int64_t{9007199254740992}})
              .find("is greater than") != std::string::npos);
}

TEST_CASE("doubles and floats come back as they were given") {
    CHECK(read<double>("0.1") == "0.1");
    CHECK(read<double>("1e300") == "1e+300");
    CHECK(read<float>("0.1") == "0.1");
    CHECK(read<float>("16777217") == "16777216");
    // Its shortest decimal would be too great for it, and would be refused when it is read again.
    CHECK(read<float>("3.4028234663852886e38") == "3.4028234663852886e+38");
    CHECK(read<float>("-3.4028234663852886e+38") == "-3.4028234663852886e+38");
    CHECK(read<float>("3.4028235e38") ==
          " | 3.4028235e38 does not fit into 32 bits | number | 3.4028235e38");
    CHECK(read<float>("1e39") == " | 1e39 does not fit into 32 bits | number | 1e39");
}

TEST_CASE("what a float was rounded to is accepted again") {
    for (const char* text : {"0.1", "0.3", "16777217", "1e-40", "123456.789", "-2.5e-7", "3.4e38",
                             "3.4028234663852886e38"}) {
        const std::string once = read<float>(text);
        CHECK(read<float>(once) == once);
    }
    // The nearest float lies below the bound: refused at once, not when it is read again.
    CHECK(read<float>("0.1000000001", {.low = 0.10000000005}).find("is less than") !=
          std::string::npos);
}

TEST_CASE("multiple_of is exact on decimals") {
    CHECK(read<double>("0.3", {.multiple_of = 0.1}) == "0.3");
    CHECK(read<float>("0.3", {.multiple_of = 0.1}) == "0.3");
    CHECK(read<double>("0.35", {.multiple_of = 0.1}) ==
          " | 0.35 is not a multiple of 0.1 | number, a multiple of 0.1 | 0.35");
    CHECK(read<int>("15", {.multiple_of = 5}) == "15");
    CHECK(read<int>("-15", {.multiple_of = 5}) == "-15");
    CHECK(read<int>("16", {.low = 0, .high = 20, .multiple_of = 5}) ==
          " | 16 is not a multiple of 5 | integer from 0 to 20, a multiple of 5 | 16");
    // The nearest double is 100000000000000992, and that is what would be read back.
    CHECK(read<double>("100000000000001000", {.multiple_of = 1000}).find("is not a multiple of") !=
          std::string::npos);
    CHECK(read<double>("100000000000000000", {.multiple_of = 1000}) == "100000000000000000");
}

TEST_CASE("what JSON has no number for cannot be written") {
    CHECK(write(std::numeric_limits<double>::quiet_NaN()) == "unencodable: not a finite number");
    CHECK(write(std::numeric_limits<float>::infinity()) == "unencodable: not a finite number");
    CHECK(write(std::uint8_t{200}) == "200");
    CHECK(write(std::int8_t{-5}) == "-5");
    CHECK(write(-0.0) == "0");
    CHECK(write(0.1F) == "0.1");
}

TEST_CASE("a signed bit-field of one bit holds -1 and 0") {
    using Bit = IntegerCodec<int, 1>;
    CHECK(schema_text<Bit>() == R"({"type":"integer","minimum":-1,"maximum":0})");
    CHECK(read<int, Bit>("-1") == "-1");
    CHECK(read<int, Bit>("0") == "0");
    CHECK(read<int, Bit>("1") == " | 1 is greater than 0 | integer from -1 to 0 | 1");
    CHECK(read<int, Bit>("-2") == " | -2 is less than -1 | integer from -1 to 0 | -2");
}

TEST_CASE("a text that is cut off or goes on is refused") {
    CHECK(read<int>("").find(" | ") != std::string::npos);
    CHECK(read<int>("5 6").find("nothing may follow the value") != std::string::npos);
    CHECK(read<int>("05").find(" | ") == 0);
    CHECK(read<double>("NaN").find(" | ") == 0);
}

TEST_CASE("a value that is hidden is named by nothing but its kind") {
    Decoder in("12345");
    int value = 0;
    {
        const HiddenScope scope(in, true);
        CHECK_FALSE(codec<int>::decode(in, value, {.high = 9}));
    }
    const auto errors = in.take_errors();
    REQUIRE(errors.size() == 1);
    CHECK(errors[0].message == "the value is greater than 9");
    CHECK(errors[0].got == "(hidden)");
}

}  // namespace iam::test
