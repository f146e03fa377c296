// Formats and patterns of tools are those of schemas, by their constants.
// Tests of runtime/src/tool/codecs/format.cpp.
#include <iam/schema/format.hpp>
#include <iam/tool/format.hpp>
#include <iam/tool/pattern.hpp>

#include <catch2/catch.hpp>

namespace iam::test {

TEST_CASE("every format of a schema has an enumerator of its name") {
    std::size_t place = 0;
    for (const schema::Format& known : schema::formats()) {
        INFO(known.name);
        const auto format = format_named(known.name);
        REQUIRE(format);
        CHECK(static_cast<std::size_t>(*format) == ++place);
        CHECK(to_string(*format) == known.name);
        CHECK(example_of(*format) == known.example);
        CHECK(has_format(*format, known.example));
        CHECK_FALSE(has_format(*format, "\x01 {"));
    }
    CHECK(static_cast<std::size_t>(Format::uuid) == place);
    CHECK(to_string(Format::date_time) == "date-time");
    CHECK(to_string(Format::relative_json_pointer) == "relative-json-pointer");
    CHECK(to_string(Format::uri_template) == "uri-template");
    CHECK(to_string(static_cast<Format>(place + 1)).empty());
}

TEST_CASE("an unknown format has no name, and no format takes everything") {
    CHECK_FALSE(format_named("phone"));
    CHECK_FALSE(format_named(""));
    CHECK(has_format(Format::none, "anything"));
}

TEST_CASE("a set of patterns reads them as ECMA-262 and keeps them") {
    const PatternSet patterns;
    for (int i = 0; i < 2; ++i) {
        CHECK(patterns.matches("^\\p{Letter}+$", "é"));
        CHECK_FALSE(patterns.matches("^\\p{Letter}+$", "1"));
        CHECK_FALSE(patterns.matches("a\\z", "a"));
    }
}

}  // namespace iam::test
