// Examples and defaults: would the tool take them?
// Tests of generator/check/members.cpp and generator/model/text_pattern.cpp.
#include "builder.hpp"
#include <generator/check/value.hpp>

#include <catch2/catch.hpp>

using namespace iam::gen;
using namespace iam::gen::test;

namespace {

/// What is wrong with the value, or "" where it fits.
std::string judged(const std::string& json, Type type, Constraints constraints = {}, Model m = {}) {
    Member subject = member("x", std::move(type));
    subject.constraints = std::move(constraints);
    return misfit(*iam::parse_json(json), subject, m).value_or("");
}

Constraints ranged(std::int64_t low, std::int64_t high) {
    Constraints c;
    c.range = Bounds{Number{low}, Number{high}, {}};
    return c;
}

Constraints counted(std::int64_t low, std::int64_t high) {
    Constraints c;
    c.length = Bounds{Number{low}, Number{high}, {}};
    return c;
}

Model with_records() {
    Model m;
    Member street = member("street", text());
    street.json_name = "street";
    street.constraints = counted(1, 5);
    Member number = member("number", optional(integer()));
    number.json_name = "no";
    m.records["Place"] = {.cpp = "::Place",
                          .name = "Place",
                          .description = "",
                          .fields = {street, number},
                          .tag = {},
                          .is_recursive = false,
                          .span = {}};
    m.enums["Color"] = {.cpp = "::Color",
                        .name = "Color",
                        .description = "",
                        .enumerators = {{"red", ""}, {"green", ""}},
                        .is_flags = false,
                        .span = {}};
    return m;
}

}  // namespace

TEST_CASE("scalars must be of their kind and within their type", "[value]") {
    CHECK(judged("true", boolean()).empty());
    CHECK(judged("1", boolean()) == "is 1, which is neither true nor false");
    CHECK(judged("255", uint8()).empty());
    CHECK(judged("256", uint8()) == "is 256, but the type ends at 255");
    CHECK(judged("-1", uint8()) == "is -1, but the type begins at 0");
    CHECK(judged("3.0", integer()).empty());
    CHECK(judged("3.5", integer()) == "is 3.5, which is no integer");
    CHECK(judged("18446744073709551615", uint64()).empty());
    CHECK(judged("1e39", real32()) == "is 1e+39, but the type ends at 3.4028234663852886e+38");
    CHECK(judged("\"3\"", integer()) == "is \"3\", which is no number");
    CHECK(judged("3", text()) == "is 3, which is no string");
}

TEST_CASE("scalars must keep their constraints", "[value]") {
    CHECK(judged("23", integer(), ranged(0, 23)).empty());
    CHECK(judged("24", integer(), ranged(0, 23)) == "is 24, but the range ends at 23");
    CHECK(judged("24", optional(integer()), ranged(0, 23)) == "is 24, but the range ends at 23");
    Constraints step;
    step.multiple_of = {Number{0.1}, {}};
    CHECK(judged("0.3", real(), step).empty());
    CHECK(judged("0.35", real(), step) == "is 0.35, which is no multiple of 0.1");
    CHECK(judged("\"äöü\"", text(), counted(3, 3)).empty());
    CHECK(judged("\"ab\"", text(), counted(3, 3)) ==
          "has 2 characters, but the length begins at 3");
    Constraints c;
    c.pattern = {"^[a-z]+$", {}};
    CHECK(judged("\"AB\"", text(), c) == "is \"AB\", which the pattern does not match");
    c = {};
    c.format = {"date", {}};
    CHECK(judged("\"2026-02-30\"", text(), c) ==
          "is \"2026-02-30\", which does not have the format 'date'");
}

TEST_CASE("enumerators are named", "[value]") {
    CHECK(judged("\"green\"", enumeration("Color"), {}, with_records()).empty());
    CHECK(judged("\"gren\"", enumeration("Color"), {}, with_records()) ==
          "is \"gren\", which is no enumerator of Color (did you mean 'green'?)");
    CHECK(judged("1", enumeration("Color"), {}, with_records()) ==
          "is 1, which is no enumerator of Color");
}

TEST_CASE("lists and maps are judged element by element", "[value]") {
    CHECK(judged("[1,2]", vector(integer())).empty());
    CHECK(judged("[1,\"2\"]", vector(integer())) ==
          "has an element at 1, which is \"2\", which is no number");
    CHECK(judged("[1,2]", vector(integer()), counted(0, 1)) ==
          "has 2 elements, but the length ends at 1");
    CHECK(judged("{\"a\":1}", map(integer())).empty());
    CHECK(judged("{\"a\":true}", map(integer())) ==
          "has an entry 'a', which is true, which is no number");
    CHECK(judged("{}", vector(integer())) == "is {}, which is no list");
}

TEST_CASE("aggregates want their members, keep their constraints and take no others", "[value]") {
    const auto place = [](const char* json) {
        return judged(json, record("Place"), {}, with_records());
    };
    CHECK(place(R"({"street":"A","no":3})").empty());
    CHECK(place(R"({"street":"A"})").empty());
    CHECK(place(R"({"no":3})") == "lacks the member 'street'");
    CHECK(place(R"({"street":"long street"})") ==
          "has a member 'street', which has 11 characters, but the length ends at 5");
    CHECK(place(R"({"street":"A","nr":3})") ==
          "has a member 'nr', which Place does not have (did you mean 'no'?)");
    CHECK(place(R"({"street":"A","stret":3})") ==
          "has a member 'stret', which Place does not have (did you mean 'street'?)");
}

TEST_CASE("texts that stand for values of other types are held to their pattern", "[value]") {
    Type bits = scalar(TypeKind::bitset, "::std::bitset<3>");
    bits.extent = 3;
    CHECK(judged("\"101\"", bits).empty());
    CHECK_FALSE(judged("\"102\"", bits).empty());
    const Type bytes = scalar(TypeKind::bytes, "::std::vector<::std::byte>");
    CHECK(judged("\"AA==\"", bytes).empty());
    CHECK_FALSE(judged("\"A\"", bytes).empty());
    const Type time = scalar(TypeKind::time_of_day, "::std::chrono::hh_mm_ss<D>");
    CHECK(judged("\"23:59:59\"", time).empty());
    CHECK_FALSE(judged("\"24:00:00\"", time).empty());
    CHECK_FALSE(judged("\"23:59:59.5\"", time).empty());
    Type moment = scalar(TypeKind::moment, "::std::chrono::sys_time<D>");
    moment.digits = 3;
    moment.is_bounded_to_years = true;
    CHECK(judged("\"2024-05-17T00:00:00.123Z\"", moment).empty());
    CHECK_FALSE(judged("\"2024-05-17T00:00:00.1234Z\"", moment).empty());
    CHECK_FALSE(judged("\"2500-05-17T00:00:00Z\"", moment).empty());
    const Type letter = scalar(TypeKind::character, "char");
    CHECK(judged("\"a\"", letter).empty());
    CHECK_FALSE(judged("\"\\u0080\"", letter).empty());
    CHECK_FALSE(judged("\"ab\"", letter).empty());
}

TEST_CASE("keys are spelled as the schema says", "[value]") {
    const auto keyed = [](Type key) {
        Type type = map(integer());
        type.key = std::make_shared<const Type>(std::move(key));
        return type;
    };
    CHECK(judged(R"({"-7":1})", keyed(integer())).empty());
    CHECK_FALSE(judged(R"({"1.0":1})", keyed(integer())).empty());
    CHECK_FALSE(judged(R"({"256":1})", keyed(uint8())).empty());
    Model m = with_records();
    m.enums["Color"].enumerators.push_back({"crimson", "", true});
    CHECK(judged(R"({"red":1})", keyed(enumeration("Color")), {}, m).empty());
    CHECK_FALSE(judged(R"({"crimson":1})", keyed(enumeration("Color")), {}, m).empty());
}

TEST_CASE("an absent optional is null among defaults and no example", "[value]") {
    Model m = model({tool("desk::echo", {member("x", optional(integer()))})});
    Member& x = m.tools[0].function.parameters[0];
    x.fallback = {Default::Kind::value, "null", at(2)};
    CHECK(checked(m).empty());
    x.constraints.example = {"null", at(3)};
    CHECK(checked(m) == Found{"3:1 IAM5012"});
}

TEST_CASE("defaults and examples that the tool would refuse are errors at their place", "[value]") {
    Model m = model({tool("desk::echo", {member("x", integer())})});
    Member& x = m.tools[0].function.parameters[0];
    x.constraints = ranged(0, 23);
    x.fallback = {Default::Kind::value, "24", at(2)};
    x.constraints.example = {"-1", at(3)};
    CHECK(checked(m) == Found{"2:1 IAM5013", "3:1 IAM5012"});
    x.fallback.kind = Default::Kind::computed;
    CHECK(checked(m) == Found{"3:1 IAM5012"});
}

TEST_CASE("an example of a list or an aggregate is JSON text in a string", "[value]") {
    Model m = model({tool("desk::echo", {member("x", vector(integer()))})});
    auto& example = m.tools[0].function.parameters[0].constraints.example;
    example = {R"("[1, 2.0,3]")", at(3)};
    CHECK(check(m).empty());
    CHECK(m.tools[0].function.parameters[0].constraints.example->value == "[1,2,3]");
    example = {R"("[1, 2")", at(3)};
    CHECK(checked(m) == Found{"3:1 IAM5012"});
}

TEST_CASE("an example that is a text by itself is no JSON text in a string", "[value]") {
    const Type date = scalar(TypeKind::date, "::std::chrono::year_month_day");
    Model m = model({tool("desk::echo", {member("x", date)})});
    auto& example = m.tools[0].function.parameters[0].constraints.example;
    example = {R"("2024-05-17")", at(3)};
    CHECK(check(m).empty());
    CHECK(m.tools[0].function.parameters[0].constraints.example->value == R"("2024-05-17")");
    example = {R"("2024-05-32")", at(3)};
    CHECK(checked(m) == Found{"3:1 IAM5012"});
}

TEST_CASE("an example of flags is JSON text in a string", "[value]") {
    Model m = with_records();
    m.enums["Color"].is_flags = true;
    m.tools = {tool("desk::paint", {member("x", enumeration("Color"))})};
    m.tools[0].function.parameters[0].constraints.example = {R"("[\"red\"]")", at(3)};
    CHECK(check(m).empty());
    CHECK(m.tools[0].function.parameters[0].constraints.example->value == R"(["red"])");
}

TEST_CASE("a default inside an aggregate is held against that aggregate's own constraints",
          "[value]") {
    Model m = with_records();
    m.tools = {tool("desk::move", {member("to", record("Place"))})};
    m.tools[0].function.parameters[0].fallback = {Default::Kind::value, R"({"street":""})", at(2)};
    CHECK(checked(m) == Found{"2:1 IAM5013"});
}

TEST_CASE("a computed default of a tool may be the last one only", "[check]") {
    Member day = member("day", integer());
    day.fallback = {Default::Kind::computed, {}, at(2, 30)};
    const Member hour = member("hour", integer(), 3);
    CHECK(checked(model({tool("desk::note", {hour, day})})).empty());
    CHECK(checked(model({tool("desk::note", {day, hour})})) == Found{"2:30 IAM3010"});
    // A preview is given all that it takes.
    CHECK(checked(model({tool("desk::note", {hour, day})}, {preview("desk::note", {day, hour})}))
              .empty());
}

TEST_CASE("a field that may be empty begins empty", "[check]") {
    const auto with_field = [](Type type, Default fallback) {
        Member field = member("level", std::move(type));
        field.fallback = std::move(fallback);
        Model made = model({tool("desk::show", {member("view", record("View"))})});
        made.records["View"] = {.cpp = "::View",
                                .name = "View",
                                .description = "What is shown.",
                                .fields = {field},
                                .tag = {},
                                .is_recursive = false,
                                .span = at(2)};
        return made;
    };
    const Default five{Default::Kind::value, "5", at(2, 30)};
    CHECK(checked(with_field(optional(integer()), {})).empty());
    CHECK(checked(with_field(integer(), five)).empty());
    CHECK(checked(with_field(optional(integer()), five)) == Found{"2:30 IAM5018"});
    CHECK(checked(with_field(of(TypeKind::pointer, "::std::shared_ptr<", integer()),
                             {Default::Kind::computed, {}, at(2, 30)})) == Found{"2:30 IAM5018"});
    // A parameter that is left out never was empty.
    Member level = member("level", optional(integer()));
    level.fallback = five;
    CHECK(checked(model({tool("desk::show", {level})})).empty());
}
