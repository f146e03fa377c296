// Canonical text of values, against the published samples of RFC 8785 and ECMAScript.
#include <generator/frontend/clang/json_text.hpp>

#include <catch2/catch.hpp>

#include <limits>

using iam::gen::json_number;
using iam::gen::json_object;
using iam::gen::json_string;

TEST_CASE("numbers are written as ECMAScript writes them", "[frontend]") {
    CHECK(json_number(0.0) == "0");
    CHECK(json_number(-0.0) == "0");
    CHECK(json_number(333333333.33333329) == "333333333.3333333");
    CHECK(json_number(1e30) == "1e+30");
    CHECK(json_number(4.50) == "4.5");
    CHECK(json_number(2e-3) == "0.002");
    CHECK(json_number(0.000000000000000000000000001) == "1e-27");
    CHECK(json_number(1e20) == "100000000000000000000");
    CHECK(json_number(1e21) == "1e+21");
    CHECK(json_number(1e-6) == "0.000001");
    CHECK(json_number(1e-7) == "1e-7");
    CHECK(json_number(-1.5) == "-1.5");
    CHECK(json_number(123456789012345680.0) == "123456789012345680");
    CHECK(json_number(5e-324) == "5e-324");
    CHECK(json_number(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
    CHECK(json_number(0.1F) == "0.1");
    CHECK_FALSE(json_number(std::numeric_limits<double>::infinity()));
    CHECK_FALSE(json_number(std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("strings are escaped as little as possible", "[frontend]") {
    CHECK(json_string("a/b \"c\" \\ \n\t\x01 \xC3\xA4") ==
          "\"a/b \\\"c\\\" \\\\ \\n\\t\\u0001 \xC3\xA4\"");
    CHECK(json_string("") == "\"\"");
    CHECK_FALSE(json_string("\xFF"));
}

TEST_CASE("members are sorted by UTF-16 code units", "[frontend]") {
    // U+1F600 is a surrogate pair and sorts before U+FB33, though its code point is larger.
    CHECK(json_object({{"\xEF\xAC\xB3", "1"}, {"\xF0\x9F\x98\x80", "2"}, {"a", "3"}}) ==
          "{\"a\":3,\"\xF0\x9F\x98\x80\":2,\"\xEF\xAC\xB3\":1}");
}
