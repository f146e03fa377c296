// The schema of every type, as it is published and in full.
// Tests of generator/emit/json_text.cpp.
#include "models.hpp"
#include <generator/emit/schema.hpp>
#include <iam/contract/portable.hpp>

#include <catch2/catch.hpp>

namespace iam::gen::test {
namespace {

Model kinds() {
    Model made = model({});
    add_enum(made, "desk::Level", {{"low", "near the floor"}, {"high", ""}});
    add_record(made, "desk::Point",
               {member("x", integer(8)), with_default(member("y", boolean()), "true")});
    return made;
}

/// The schema of a single parameter "p".
OrderedJson full_schema(const Member& parameter) {
    return input_schema(kinds(), {parameter}).at("properties").at(parameter.json_name);
}

std::string full(const Type& type) {
    return compact(full_schema(member("p", type)));
}

std::string schema(const Member& parameter) {
    return compact(contract::portable_schema(full_schema(parameter)));
}

std::string schema(const Type& type) {
    return schema(member("p", type));
}

}  // namespace

TEST_CASE("an object without members says so in full") {
    CHECK(compact(input_schema(kinds(), {})) ==
          R"({"type":"object","properties":{},"additionalProperties":false})");
}

TEST_CASE("what has no default and is no optional is required, in order of declaration") {
    const std::vector<Member> members{
        member("b", boolean()), with_default(member("c", boolean()), "false"),
        member("d", optional(boolean())), computed(member("e", boolean())), member("a", boolean())};
    CHECK(compact(input_schema(kinds(), members).at("required")) == R"(["b","a"])");
}

TEST_CASE("integers state their bounds, of 64 bits in full only") {
    CHECK(schema(integer(8)) == R"({"type":"integer","minimum":-128,"maximum":127})");
    CHECK(schema(integer(16, false)) == R"({"type":"integer","minimum":0,"maximum":65535})");
    CHECK(schema(integer(32, false)) == R"({"type":"integer","minimum":0,"maximum":4294967295})");
    CHECK(schema(integer(64)) == R"({"type":"integer"})");
    CHECK(schema(integer(64, false)) == R"({"type":"integer","minimum":0})");
    CHECK(full(integer(64)) ==
          R"({"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807})");
    CHECK(full(integer(64, false)) ==
          R"({"type":"integer","minimum":0,"maximum":18446744073709551615})");
}

TEST_CASE("a range replaces the bounds of the type, also of 64 bits") {
    CHECK(schema(with_range(member("p", integer(32)), number(1), number(5))) ==
          R"({"type":"integer","minimum":1,"maximum":5})");
    CHECK(schema(with_range(member("p", integer(64)), number(1), std::nullopt)) ==
          R"({"type":"integer","minimum":1})");
    CHECK(schema(with_range(member("p", floating(64)), Number(0.5), Number(2.0))) ==
          R"({"type":"number","minimum":0.5,"maximum":2})");
}

TEST_CASE("floats state their range in the full profile, doubles nothing") {
    CHECK(schema(floating(32)) == R"({"type":"number"})");
    CHECK(
        full(floating(32)) ==
        R"({"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38})");
    CHECK(full(floating(64)) == R"({"type":"number"})");
}

TEST_CASE("an enumeration lists its names in order and says what they mean") {
    CHECK(schema(named(TypeKind::enumeration, "desk::Level")) ==
          R"({"type":"string","enum":["low","high"],"description":"- low: near the floor"})");
    Member described = member("p", named(TypeKind::enumeration, "desk::Level"));
    described.description = "how high";
    CHECK(
        schema(described) ==
        R"({"type":"string","enum":["low","high"],"description":"how high\n- low: near the floor"})");
}

TEST_CASE("TY12 the full profile has what names mean beside them") {
    const auto titled = [](const Member& member) {
        const auto schema = input_schema(kinds(), {member}, EnumeratorTexts::beside_names);
        return compact(schema.at("properties").at("p"));
    };
    Member level = member("p", named(TypeKind::enumeration, "desk::Level"));
    const std::string choices =
        R"({"type":"string","oneOf":[{"const":"low","title":"near the floor"},{"const":"high"}])";
    CHECK(titled(level) == choices + "}");
    level.description = "how high";
    CHECK(titled(level) == choices + R"(,"description":"how high"})");
    CHECK(titled(member("p", vector(level.type))) ==
          R"({"type":"array","items":)" + choices + "}}");
    // Without a word about any of them there is nothing to say.
    Model silent = kinds();
    silent.enums.at("desk::Level").enumerators[0].description.clear();
    const auto schema = input_schema(silent, {level}, EnumeratorTexts::beside_names);
    CHECK(compact(schema.at("properties").at("p")) ==
          R"({"type":"string","enum":["low","high"],"description":"how high"})");
}

TEST_CASE("an optional has the schema of its value, and is nullable inside lists and maps") {
    CHECK(schema(optional(boolean())) == R"({"type":"boolean"})");
    CHECK(schema(vector(optional(boolean()))) ==
          R"({"type":"array","items":{"anyOf":[{"type":"boolean"},{"type":"null"}]}})");
    CHECK(
        schema(map(optional(boolean()))) ==
        R"({"type":"object","properties":{},"additionalProperties":{"anyOf":[{"type":"boolean"},{"type":"null"}]}})");
}

TEST_CASE("aggregates are closed objects in place, without references") {
    CHECK(
        schema(vector(named(TypeKind::record, "desk::Point"))) ==
        R"({"type":"array","items":{"type":"object","properties":{"x":{"type":"integer","minimum":-128,"maximum":127},)"
        R"("y":{"type":"boolean","default":true}},"required":["x"],"additionalProperties":false}})");
}

TEST_CASE("lengths, patterns, formats, multiples, units, examples and defaults are stated") {
    Member text = member("p", string());
    text.constraints.length = Bounds{number(0), number(9), {}};
    text.constraints.pattern = Stated<std::string>{"^a$", {}};
    text.constraints.format = Stated<std::string>{"date", {}};
    text.constraints.example = Stated<std::string>{"\"2024-01-01\"", {}};
    CHECK(
        schema(with_default(text, "\"d\"")) ==
        R"({"type":"string","maxLength":9,"pattern":"^a$","format":"date","default":"d","examples":["2024-01-01"]})");
    Member width = member("p", integer(8));
    width.constraints.unit = Stated<std::string>{"mm", {}};
    width.constraints.multiple_of = Stated<Number>{0.5, {}};
    width.description = "how wide";
    CHECK(
        schema(width) ==
        R"j({"type":"integer","minimum":-128,"maximum":127,"multipleOf":0.5,"description":"how wide (unit: mm)"})j");
    Member list = member("p", vector(boolean()));
    list.constraints.length = Bounds{number(1), number(2), {}};
    CHECK(schema(list) ==
          R"({"type":"array","items":{"type":"boolean"},"minItems":1,"maxItems":2})");
    Member names = member("p", map(boolean()));
    names.constraints.length = Bounds{number(1), std::nullopt, {}};
    CHECK(
        schema(names) ==
        R"({"type":"object","properties":{},"additionalProperties":{"type":"boolean"},"minProperties":1})");
}

TEST_CASE("void has no output schema, and an optional result is nullable") {
    Model made = kinds();
    CHECK_FALSE(output_schema(made, made.tools[0]));
    made.tools[0].function.result = optional(boolean());
    made.tools[0].result_description = "whether";
    CHECK(compact(*output_schema(made, made.tools[0])) ==
          R"({"anyOf":[{"type":"boolean"},{"type":"null"}],"description":"whether"})");
}

TEST_CASE("secrets and units are found inside lists, maps and optionals") {
    Model made = model({});
    Member token = member("to/ken", string());
    token.constraints.secret = SourceSpan{};
    Member size = member("size", integer());
    size.constraints.unit = Stated<std::string>{"mm", {}};
    add_record(made, "desk::Login", {member("user", string()), token, size});
    const Type login = named(TypeKind::record, "desk::Login");
    const std::vector<Member> members{member("a", vector(optional(login))), member("b", map(login)),
                                      token};
    CHECK(secret_pointers(made, members) ==
          std::vector<std::string>{"/a/*/to~1ken", "/b/*/to~1ken", "/to~1ken"});
    CHECK(secret_pointers(made, login) == std::vector<std::string>{"/to~1ken"});
    CHECK(units(made, members).size() == 2);
    CHECK(units(made, members)[0] == std::pair<std::string, std::string>("/a/*/size", "mm"));
}

TEST_CASE("durations have their units wherever they lie, each part of a tuple its own") {
    Type pair = scalar(TypeKind::tuple, "::std::pair");
    pair.parts = {duration("s"), optional(duration("min"))};
    const std::vector<Member> members{member("a", duration("ms")), member("b", optional(pair)),
                                      member("c", vector(map(duration("h"))))};
    CHECK(units(model({}), members) ==
          std::vector<std::pair<std::string, std::string>>{
              {"/a", "ms"}, {"/b/0", "s"}, {"/b/1", "min"}, {"/c/*/*", "h"}});
}

TEST_CASE("the text of a result goes before what its type says of itself") {
    Model made = kinds();
    made.tools[0].result_description = "the delay";
    made.tools[0].function.result = duration("ms");
    CHECK(output_schema(made, made.tools[0])->at("description") == "the delay (unit: ms)");
    made.tools[0].function.result = named(TypeKind::enumeration, "desk::Level");
    CHECK(output_schema(made, made.tools[0])->at("description") ==
          "the delay\n- low: near the floor");
    made.tools[0].function.result = optional(duration("ms"));
    const OrderedJson nullable = *output_schema(made, made.tools[0]);
    CHECK(nullable.at("description") == "the delay");
    CHECK(nullable.at("anyOf").at(0).at("description") == "unit: ms");
}

TEST_CASE("what readers would not see in a value is an escape in the output") {
    CHECK(schema(with_default(member("p", string()), "\"a\u202e\u007f\U000e0041\u00e9\"")) ==
          R"({"type":"string","default":"a\u202e\u007f\udb40\udc41)"
          "\u00e9\"}");
}

TEST_CASE(
    "JSON is printed with the members in order, on one line or with two spaces for each level") {
    const OrderedJson value = *parse_ordered_json(R"({"b":[1,{}],"a":{"x":null},"c":[]})");
    CHECK(compact(value) == R"({"b":[1,{}],"a":{"x":null},"c":[]})");
    CHECK(pretty(value) ==
          "{\n  \"b\": [\n    1,\n    {}\n  ],\n  \"a\": {\n    \"x\": null\n  },\n  \"c\": []\n}");
}

}  // namespace iam::gen::test
