// Values as C++.
#include "models.hpp"
#include <generator/emit/literals.hpp>

#include <catch2/catch.hpp>

#include <limits>

namespace iam::gen::test {
namespace {

std::string value(const Type& type, const std::string& json) {
    Model made = model({});
    add_enum(made, "desk::Level", {{"low", ""}, {"high", ""}});
    return value_literal(made, type, json, [](const Type&) { return std::string("Codec"); });
}

}  // namespace

TEST_CASE("texts become ASCII literals whose escapes end by themselves") {
    CHECK(string_literal("a\"b\\c\n") == R"("a\"b\\c\n")");
    CHECK(string_literal("\xC3\xA9"
                         "1") == R"("\303\2511")");
    CHECK(string_literal(std::string("\0"
                                     "7",
                                     2)) == R"("\0007")");
    CHECK(string_literal(std::string("?") + "?/") == R"("\?\?/")");
}

TEST_CASE("a raw literal is not ended by what it holds") {
    CHECK(raw_literal("{}") == "R\"json({})json\"");
    CHECK(raw_literal("a)json\"b") == "R\"json_(a)json\"b)json_\"");
}

TEST_CASE("numbers are exact") {
    CHECK(number_literal(std::numeric_limits<std::int64_t>::min()) == "(-9223372036854775807 - 1)");
    CHECK(number_literal(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615U");
    CHECK(number_literal(std::int64_t{-5}) == "-5");
    CHECK(number_literal(0.1) == "0.1");
    CHECK(number_literal(2.0) == "2.0");
    CHECK(number_literal(1e300) == "1e+300");
}

TEST_CASE("defaults of every type are C++ expressions") {
    CHECK(value(boolean(), "true") == "true");
    CHECK(value(integer(), "-3") == "-3");
    CHECK(value(integer(64, false, "unsigned long"), "18446744073709551615") ==
          "18446744073709551615U");
    CHECK(value(floating(64), "1") == "1.0");
    CHECK(value(floating(32), "0.1") == "0.1F");
    CHECK(value(string(), R"("a")") == "\"a\"");
    CHECK(value(string(), R"("a\u0000b")") == R"(::std::string("a\000b", 3))");
    CHECK(value(named(TypeKind::enumeration, "desk::Level"), R"("high")") == "::desk::Level::high");
    CHECK(value(optional(integer()), "5") == "5");
    CHECK(value(vector(integer()), "[1,2]") ==
          "::std::vector<int>{static_cast<int>(1), static_cast<int>(2)}");
    CHECK(value(vector(integer()), "[]") == "::std::vector<int>{}");
    CHECK(value(vector(optional(integer())), "[null]") ==
          "::std::vector<::std::optional<int>>{static_cast<::std::optional<int>>(::std::nullopt)}");
    CHECK(value(map(boolean()), R"({"k":true})") ==
          "::std::map<::std::string, bool>{{\"k\", static_cast<bool>(true)}}");
    CHECK(value(named(TypeKind::record, "desk::Point"), R"({"x":1})") ==
          R"(iam::glue::parsed<Codec, ::desk::Point>("{\"x\":1}"))");
}

TEST_CASE("names become identifiers, each once") {
    CHECK(pascal_case("schedule_weekday_alarm") == "ScheduleWeekdayAlarm");
    CHECK(pascal_case("texts-of-rules") == "TextsOfRules");
    CHECK(pascal_case("2d_plot") == "Tool2dPlot");
    CHECK(identifier("my-app.tools") == "my_app_tools");
    CHECK(identifier("3d") == "_3d");
    Namer namer;
    CHECK(namer.unique("Alarm") == "Alarm");
    CHECK(namer.unique("Alarm") == "Alarm2");
    CHECK(namer.unique("Alarm") == "Alarm3");
}

}  // namespace iam::gen::test
