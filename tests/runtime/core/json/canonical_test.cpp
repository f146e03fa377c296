// The canonical form: RFC 8785 and our extension, and the values that have none.
#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

iam::Error refusal_to_write(const iam::Json& value) {
    const auto text = iam::canonical_json(value);
    REQUIRE_FALSE(text.has_value());
    CHECK(text.error().code == iam::Errc::invalid_argument);
    return text.error();
}

iam::Json nested(std::size_t depth) {
    iam::Json value = 1;
    for (std::size_t i = 0; i < depth; ++i) {
        iam::Json outer = iam::Json::array();
        outer.push_back(std::move(value));
        value = std::move(outer);
    }
    return value;
}

}  // namespace

TEST_CASE("XE16 the sample of RFC 8785 section 3.2 has its published form") {
    const std::string text = R"({
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    })";
    CHECK(iam::canonicalize(text).value() ==
          R"({"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],)"
          "\"string\":\"\xE2\x82\xAC$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
}

TEST_CASE(
    "XE16 members are sorted by UTF-16 code units, as the sample of RFC 8785 section 3.2.3 says") {
    const std::string text =
        R"({"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",
      "1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"})";
    CHECK(iam::canonicalize(text).value() ==
          "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xC2\x80\":\"Control\","
          "\"\xC3\xB6\":\"Latin Small Letter O With Diaeresis\",\"\xE2\x82\xAC\":\"Euro Sign\","
          "\"\xF0\x9F\x98\x80\":\"Emoji: Grinning Face\",\"\xEF\xAC\xB3\":\"Hebrew Letter Dalet "
          "With Dagesh\"}");
}

TEST_CASE("XE16 different spellings of one value have one form") {
    const auto [text, form] = GENERATE(table<std::string, std::string>({
        {"1", "1"},
        {"1.0", "1"},
        {"1e0", "1"},
        {"10e-1", "1"},
        {"-0", "0"},
        {"-0.0", "0"},
        {"1e2", "100"},
        {"1E21", "1e+21"},
        {"1e-7", "1e-7"},
        {"0.0000001", "1e-7"},
        {"5e-324", "5e-324"},
        {"1.7976931348623157e308", "1.7976931348623157e+308"},
        {"9007199254740993", "9007199254740993"},
        {"9007199254740993.0", "9007199254740993"},
        {"18446744073709551615", "18446744073709551615"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"18446744073709552000", "18446744073709552000"},
        {"0.1", "0.1"},
        {"0.10000000000000000555", "0.1"},
        {R"("\u0061\/\u00e9")", "\"a/\xC3\xA9\""},
        {R"( { "b" : 1 , "a" : [ ] } )", R"({"a":[],"b":1})"},
    }));
    INFO(text);
    CHECK(iam::canonicalize(text).value() == form);
}

TEST_CASE("XE16 different values have different forms") {
    const std::vector<std::string> texts = {"1",
                                            "\"1\"",
                                            "[1]",
                                            "true",
                                            "null",
                                            "0",
                                            "[]",
                                            "{}",
                                            "[[]]",
                                            R"({"a":null})",
                                            R"({"":null})",
                                            "\"\"",
                                            "1.5",
                                            "-1",
                                            "false",
                                            R"(["a","b"])",
                                            R"(["a,b"])",
                                            R"(["a\",\"b"])",
                                            "9007199254740992",
                                            "9007199254740993",
                                            R"({"a":{"b":1}})",
                                            R"({"a":1,"b":1})"};
    std::vector<std::string> forms;
    for (const std::string& text : texts) {
        const std::string form = iam::canonicalize(text).value();
        CHECK(std::find(forms.begin(), forms.end(), form) == forms.end());
        forms.push_back(form);
    }
}

TEST_CASE("XE16 equal numbers of different C++ types have equal forms") {
    CHECK(iam::canonical_json(iam::Json(5)).value() == iam::canonical_json(iam::Json(5U)).value());
    CHECK(iam::canonical_json(iam::Json(5.0)).value() == iam::canonical_json(iam::Json(5)).value());
    const std::uint64_t large = std::uint64_t{1} << 60U;
    CHECK(iam::canonical_json(iam::Json(static_cast<double>(large))).value() ==
          iam::canonical_json(iam::Json(large)).value());
    CHECK(iam::canonical_json(iam::Json(-9223372036854775808.0)).value() ==
          iam::canonical_json(iam::Json(INT64_MIN)).value());
}

TEST_CASE("XE03 NaN and infinity have no canonical form") {
    iam::Json value = {{"a", {1, std::numeric_limits<double>::quiet_NaN()}}};
    CHECK(refusal_to_write(value).pointer == "/a/1");
    CHECK(refusal_to_write(value).message.find("not a finite number") != std::string::npos);
    value["a"][1] = std::numeric_limits<double>::infinity();
    CHECK(refusal_to_write(value).pointer == "/a/1");
    value["a"][1] = -std::numeric_limits<double>::infinity();
    CHECK(refusal_to_write(value).pointer == "/a/1");
}

TEST_CASE("XE13 invalid UTF-8 has no canonical form, in values or in names") {
    const iam::Error in_value = refusal_to_write(iam::Json{{"x", {{"y~", "caf\xE9"}}}});
    CHECK(in_value.pointer == "/x/y~0");
    CHECK(in_value.message.find("not valid UTF-8") != std::string::npos);
    const iam::Error in_name = refusal_to_write(iam::Json{{"x", {{"\xFF", 1}}}});
    CHECK(in_name.pointer == "/x");
    CHECK(iam::is_valid_utf8(in_name.pointer));
}

TEST_CASE("XE05 what is deeper than the ceiling has no canonical form") {
    CHECK(iam::canonical_json(nested(iam::k_depth_ceiling)).has_value());
    CHECK(refusal_to_write(nested(iam::k_depth_ceiling + 1)).message.find("512") !=
          std::string::npos);
    CHECK(refusal_to_write(nested(100'000)).message.find("512") != std::string::npos);
    CHECK(refusal_to_write(iam::Json{{"a", nested(iam::k_depth_ceiling)}}).pointer.substr(0, 4) ==
          "/a/0");
}

TEST_CASE("binary and discarded values have no canonical form") {
    CHECK(refusal_to_write(iam::Json::binary({1, 2})).message.find("binary") != std::string::npos);
    CHECK(refusal_to_write(iam::Json(iam::Json::value_t::discarded)).message.find("discarded") !=
          std::string::npos);
}

TEST_CASE("canonicalize refuses what parse_json refuses, with the same error") {
    const auto text = iam::canonicalize(R"({"a":1,"a":2})");
    REQUIRE_FALSE(text.has_value());
    CHECK(text.error().pointer == "/a");
    iam::Limits limits;
    limits.depth_max = 1;
    CHECK_FALSE(iam::canonicalize("[[]]", limits).has_value());
}

TEST_CASE("U+0000 that was allowed in is written as an escape") {
    iam::Limits limits;
    limits.allow_nul = true;
    CHECK(iam::canonicalize(R"("a\u0000b")", limits).value() == R"("a\u0000b")");
}
