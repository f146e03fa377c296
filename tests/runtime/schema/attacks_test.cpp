// Values and schemas made to break a validator: rows XE02 to XE17 of the attack list, as far as
// they concern one.
#include "judge.hpp"
#include <iam/core/json.hpp>

namespace iam::schema {
namespace {

Json nested_arrays(std::size_t depth) {
    Json value = Json::array();
    for (std::size_t i = 1; i < depth; ++i) value = Json::array({std::move(value)});
    return value;
}

std::string error_of(const Result<bool>& answer) {
    return answer ? std::string("no error") : answer.error().message;
}

}  // namespace

TEST_CASE("XE02 an unsigned number beyond a signed one is beyond a maximum", "[schema]") {
    check({{R"({"type":"integer","maximum":10})",
            {"10", "1e1"},
            {"18446744073709551615", "9223372036854775808"}},
           {R"({"minimum":0})", {"18446744073709551615"}, {"-1"}}});
}

TEST_CASE("XE04 no kind is taken for another one", "[schema]") {
    check({{R"({"type":"integer","minimum":-128,"maximum":127})",
            {"127"},
            {"4294967297", "true", "1e30", "128"}},
           {R"({"type":"boolean"})", {}, {"1", "0"}}});
}

TEST_CASE("XE05 a value at the ceiling of depth is judged, by a schema that follows it down",
          "[schema]") {
    const Json deep = nested_arrays(k_depth_ceiling);
    const Schema schema = compiled(R"({"type":"array","items":{"$ref":"#"}})");
    EvaluationLimits limits;
    limits.depth_max = k_evaluation_depth_ceiling;
    CHECK(schema.accepts(deep, limits) == true);
    const Schema strict = compiled(
        R"({"anyOf":[{"maxItems":0},{"items":{"$ref":"#"}}],"unevaluatedItems":{"type":"null"}})");
    CHECK(strict.accepts(deep, limits) == true);
    CHECK(strict.validate(deep, Detail::detailed, limits)->valid);
    // With the default limit the answer is an error and no crash.
    limits.depth_max = 100;
    CHECK_THAT(error_of(schema.accepts(deep, limits)),
               Catch::Contains("100 subschemas inside each other"));
}

TEST_CASE("XE05 explaining a failure at the ceiling of depth ends as well", "[schema]") {
    const Schema schema =
        compiled(R"({"anyOf":[{"type":"string"},{"items":{"$ref":"#"},"minItems":1}]})");
    EvaluationLimits limits;
    limits.depth_max = k_evaluation_depth_ceiling;
    const auto report = schema.validate(nested_arrays(400), Detail::detailed, limits);
    REQUIRE(report);
    CHECK_FALSE(report->valid);
    CHECK_FALSE(report->errors.empty());
}

TEST_CASE("XE06 a million elements, members or bytes are judged within the budget, or are an error",
          "[schema]") {
    const Json array(std::vector<int>(1'000'000, 7));
    CHECK(compiled(R"({"items":{"minimum":0}})").accepts(array) == true);
    CHECK(compiled(R"({"items":{"minimum":8}})").accepts(array) == false);
    Json object = Json::object();
    for (int i = 0; i < 200'000; ++i) object["m" + std::to_string(i)] = i;
    CHECK(compiled(R"({"additionalProperties":{"type":"integer"}})").accepts(object) == true);
    CHECK(compiled(R"({"propertyNames":{"maxLength":7}})").accepts(object) == true);
    const Json text(repeated("ä", 2'000'000));
    CHECK(compiled(R"({"maxLength":2000000})").accepts(text) == true);
    CHECK(compiled(R"({"maxLength":1999999})").accepts(text) == false);
}

TEST_CASE("XE06 a report about a million errors names the first and says that there are more",
          "[schema]") {
    const Json array(std::vector<int>(1'000'000, 7));
    const auto report = compiled(R"({"items":{"minimum":8}})").validate(array);
    REQUIRE(report);
    CHECK_FALSE(report->valid);
    CHECK(report->errors.size() == 100);
    CHECK(report->truncated);
}

TEST_CASE("XE08 patterns of a schema search long texts in linear time", "[schema]") {
    const Json text(repeated("a", 200'000));
    CHECK(compiled(R"({"pattern":"^[a-z]+$"})").accepts(text) == true);
    CHECK(compiled(R"({"pattern":"^(a+)+$"})").accepts(text) == true);
    CHECK(compiled(R"({"pattern":"^(a+)+b$"})").accepts(text) == false);
    CHECK_THAT(refused(R"({"pattern":"(?=a)b"})").message, Catch::Contains("/pattern"));
    CHECK_THAT(refused(R"({"patternProperties":{"(a)\\1":true}})").message,
               Catch::Contains("/patternProperties"));
}

TEST_CASE("XE09 a dynamic reference in a circle ends in an error", "[schema]") {
    const Schema schema = compiled(R"({"$dynamicAnchor":"a","$dynamicRef":"#a"})");
    CHECK_THAT(error_of(schema.accepts(json("1"))),
               Catch::Contains("a reference leads back to itself"));
}

TEST_CASE("XE09 an allOf that doubles with every level runs out of steps", "[schema]") {
    std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
    for (int i = 0; i < 40; ++i) {
        const std::string next = R"({"$ref":"#/$defs/d)" + std::to_string(i + 1) + "\"}";
        schema += "\"d" + std::to_string(i) + R"(":{"allOf":[)" + next + "," + next + "]},";
    }
    schema += R"("d40":{"type":"integer"}}})";
    const Schema doubling = compiled(schema);
    EvaluationLimits limits;
    limits.steps_max = 1'000'000;
    CHECK_THAT(error_of(doubling.accepts(json("1"), limits)),
               Catch::Contains("more than 1000000 steps"));
    CHECK(doubling.accepts(json("\"a\"")) == false);
    // Explaining looks at all of it, so it ends early and says so.
    const auto report = doubling.validate(json("\"a\""), Detail::basic, limits);
    REQUIRE(report);
    CHECK_FALSE(report->valid);
    CHECK(report->truncated);
}

TEST_CASE("XE09 oneOf, not and if that double run out of steps as well", "[schema]") {
    EvaluationLimits limits;
    limits.steps_max = 1'000'000;
    for (const std::string_view form :
         {R"({"oneOf":[{"not":NEXT},{"not":NEXT}]})", R"({"if":NEXT,"then":NEXT,"else":NEXT})",
          R"({"anyOf":[{"not":NEXT},{"not":NEXT}]})", R"({"contains":NEXT,"items":NEXT})"}) {
        std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
        for (int i = 0; i < 60; ++i) {
            std::string body(form);
            const std::string next = R"({"$ref":"#/$defs/d)" + std::to_string(i + 1) + "\"}";
            for (std::size_t at = body.find("NEXT"); at != std::string::npos;
                 at = body.find("NEXT"))
                body.replace(at, 4, next);
            schema += "\"d" + std::to_string(i) + "\":" + body + ",";
        }
        schema += R"("d60":{"type":["integer","array"]}}})";
        const auto answer = compiled(schema).accepts(nested_arrays(400), limits);
        INFO(form);
        CHECK_THAT(error_of(answer), Catch::Contains("steps"));
    }
}

TEST_CASE("XE09 equal values in a large enum or a set are paid for by their size", "[schema]") {
    EvaluationLimits limits;
    limits.steps_max = 1'000'000;
    Json big = Json::array();
    for (int i = 0; i < 50'000; ++i)
        big.push_back("0123456789012345678901234567890123456789012345678901234567890123456789");
    Json schema = json(R"({"allOf":[],"$defs":{}})");
    schema["$defs"]["big"] = Json{{"const", big}};
    for (int i = 0; i < 200; ++i) schema["allOf"].push_back(Json{{"$ref", "#/$defs/big"}});
    const auto same = Schema::compile(schema);
    REQUIRE(same);
    CHECK_THAT(error_of(same->accepts(big, limits)), Catch::Contains("steps"));
    Json sets = json(R"({"allOf":[]})");
    for (int i = 0; i < 200; ++i) sets["allOf"].push_back(Json{{"uniqueItems", true}});
    Json different = Json::array();
    for (int i = 0; i < 50'000; ++i) different.push_back(i);
    const auto unique = Schema::compile(sets);
    REQUIRE(unique);
    CHECK_THAT(error_of(unique->accepts(different, limits)), Catch::Contains("steps"));
}

TEST_CASE("XE09 100,000 subschemas are refused", "[schema]") {
    Json schema = json(R"({"anyOf":[]})");
    for (int i = 0; i < 100'000; ++i) schema["anyOf"].push_back(Json::object());
    const auto refused_schema = Schema::compile(schema);
    REQUIRE_FALSE(refused_schema);
    CHECK_THAT(refused_schema.error().message, Catch::Contains("more than 20000 subschemas"));
}

TEST_CASE("XE09 a chain of references as long as the limit allows is refused or judged",
          "[schema]") {
    Json schema = json(R"({"$ref":"#/$defs/d0","$defs":{}})");
    for (int i = 0; i < 19'000; ++i)
        schema["$defs"]["d" + std::to_string(i)] =
            Json{{"$ref", "#/$defs/d" + std::to_string(i + 1)}};
    schema["$defs"]["d19000"] = true;
    const auto chain = Schema::compile(schema);
    REQUIRE(chain);
    CHECK_THAT(error_of(chain->accepts(Json(1))), Catch::Contains("subschemas inside each other"));
}

TEST_CASE("XE12 a schema that no reader makes is refused", "[schema]") {
    Json deep = Json::object();
    for (std::size_t i = 0; i <= k_depth_ceiling; ++i) deep = Json{{"not", std::move(deep)}};
    CHECK_THAT(Schema::compile(deep).error().message, Catch::Contains("more than 512 levels"));
    CHECK_FALSE(Schema::compile(Json{{"const", Json::binary({1, 2})}}));
    CHECK_FALSE(Schema::compile(Json{{"maximum", std::numeric_limits<double>::infinity()}}));
    CHECK_FALSE(Schema::compile(Json(Json::value_t::discarded)));
}

TEST_CASE("XE13 names are compared by their bytes", "[schema]") {
    const std::string composed = "\u00e9";
    const std::string decomposed = "e\u0301";
    const Schema schema = compiled(R"({"properties":{")" + composed +
                                   R"(":{"type":"integer"}},"additionalProperties":false})");
    CHECK(schema.accepts(Json{{composed, 1}}) == true);
    CHECK(schema.accepts(Json{{decomposed, 1}}) == false);
    Limits limits;
    limits.allow_nul = true;
    const auto nul =
        Schema::compile(*parse_json(R"({"properties":{"a":true},"additionalProperties":false})"));
    CHECK(nul->accepts(*parse_json(R"({"a\u0000b":1})", limits)) == false);
}

TEST_CASE("XE14 a closed schema takes no member that it does not name", "[schema]") {
    check(
        {{R"({"properties":{"a":true},"additionalProperties":false})",
          {R"({"a":1})"},
          {R"({"a":1,"__proto__":1})", R"({"A":1})", R"({"a":1,"":1})"}},
         {R"({"$ref":"#/$defs/b","properties":{"a":true},"unevaluatedProperties":false,"$defs":{"b":{"properties":{"b":true}}}})",
          {R"({"a":1,"b":1})"},
          {R"({"a":1,"c":1})"}}});
}

TEST_CASE("XE15 nothing is coerced", "[schema]") {
    check({{R"({"type":"integer"})", {}, {"\"1\"", "null", "true", "[1]"}},
           {R"({"type":"boolean"})", {}, {"\"false\"", "0", "null"}},
           {R"({"const":null})", {"null"}, {"\"\"", "0", "false", "\"null\"", "{}", "[]"}},
           {R"({"properties":{"a":{"type":"integer","default":5}}})", {"{}"}, {R"({"a":null})"}}});
}

TEST_CASE("XE16 spellings of one number are one value for const, enum and sets", "[schema]") {
    check({{R"({"const":100})", {"1e2", "100.0", "1.00e2"}, {"1e3"}},
           {R"({"enum":[0]})", {"-0", "-0.0", "0e5"}, {"1e-300"}},
           {R"({"uniqueItems":true})",
            {"[1,\"1\"]"},
            {"[1,1e0]", "[0,-0.0]", R"([{"a":1},{"\u0061":1.0}])"}}});
}

TEST_CASE("XE17 a string that holds JSON stays a string", "[schema]") {
    check({{R"({"type":"object","contentMediaType":"application/json"})", {}, {R"("{\"a\":1}")"}},
           {R"({"properties":{"a":{"type":"object"}}})", {}, {R"({"a":"{}"})"}}});
}

}  // namespace iam::schema
