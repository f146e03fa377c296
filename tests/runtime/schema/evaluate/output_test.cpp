// What a report says: sentences, pointers, the two forms of units.
// Tests of runtime/src/core/text/value_text.cpp.
// Tests of runtime/src/schema/evaluate/{collector,sentences}.cpp.
#include <runtime/schema/judge.hpp>

namespace iam::schema {
namespace {

using Sentences = std::vector<std::string>;

}  // namespace

TEST_CASE("a sentence names the place, the value and what is wrong", "[schema]") {
    CHECK(said(R"({"properties":{"hour":{"maximum":23}}})", R"({"hour":24})") ==
          Sentences{"/hour: 24 is greater than 23"});
    CHECK(said(R"({"minimum":1})", "0") == Sentences{"0 is less than 1"});
    CHECK(said(R"({"exclusiveMinimum":0})", "0") == Sentences{"0 is not greater than 0"});
    CHECK(said(R"({"exclusiveMaximum":1.5})", "1.5") == Sentences{"1.5 is not less than 1.5"});
    CHECK(said(R"({"multipleOf":0.5})", "0.7") == Sentences{"0.7 is not a multiple of 0.5"});
    CHECK(said(R"({"type":"integer"})", "\"24\"") ==
          Sentences{"\"24\" is a string, not an integer"});
    CHECK(said(R"({"type":["integer","null"]})", "1.5") ==
          Sentences{"1.5 is not null or an integer"});
    CHECK(said(R"({"type":"object"})", "[]") == Sentences{"it is an array, not an object"});
    CHECK(said(R"({"enum":["mon","tue"]})", "\"Mon\"") ==
          Sentences{"\"Mon\" is not one of \"mon\", \"tue\""});
    CHECK(said(R"({"const":{}})", "1") == Sentences{"1 is not an object"});
    CHECK(said(R"({"minLength":3})", "\"ab\"") ==
          Sentences{"\"ab\" has 2 characters, fewer than 3"});
    CHECK(said(R"({"maxLength":0})", "\"a\"") == Sentences{"\"a\" has 1 character, more than 0"});
    CHECK(said(R"({"pattern":"^[a-z]+$"})", "\"A\"") ==
          Sentences{"\"A\" does not match the pattern '^[a-z]+$'"});
    CHECK(said(R"({"minItems":2})", "[1]") == Sentences{"the array has 1 item, fewer than 2"});
    CHECK(said(R"({"maxProperties":0})", R"({"a":1})") ==
          Sentences{"the object has 1 member, more than 0"});
    CHECK(said(R"({"uniqueItems":true})", "[3,1,2,1]") == Sentences{"items 1 and 3 are equal"});
    CHECK(said(R"({"contains":{"minimum":5}})", "[1]") ==
          Sentences{"no item fits the schema of contains"});
    CHECK(said(R"({"contains":true,"maxContains":1})", "[1,2]") ==
          Sentences{"2 items fit the schema of contains, more than 1"});
    CHECK(said(R"({"contains":true,"minContains":3})", "[1]") ==
          Sentences{"1 item fits the schema of contains, fewer than 3"});
    CHECK(said(R"({"not":{}})", "1") == Sentences{"it fits what it must not fit"});
    CHECK(said(R"({"items":{"properties":{"a":false}}})", R"([{},{"a":1}])") ==
          Sentences{"/1/a: nothing is allowed here"});
    CHECK(said(R"({"dependentRequired":{"a":["b"]}})", R"({"a":1})") ==
          Sentences{"'b' is missing, which 'a' asks for"});
    CHECK(said(R"({"propertyNames":{"maxLength":1}})", R"({"ab":1})") ==
          Sentences{"/ab: \"ab\" has 2 characters, more than 1"});
}

TEST_CASE("every error of a call is said, with near names for wrong ones", "[schema]") {
    CHECK(
        said(
            R"({"type":"object","properties":{"hour":{"type":"integer","maximum":23},"label":{"type":"string"}},
                   "required":["hour","minute","label"],"additionalProperties":false})",
            R"({"hour":24,"lable":"x"})") ==
        Sentences{"/hour: 24 is greater than 23", "'label' is missing",
                  "/lable: there is no member 'lable' here. Did you mean 'label'?",
                  "'minute' is missing"});
}

TEST_CASE("a choice says what its alternatives miss", "[schema]") {
    CHECK(said(R"({"anyOf":[{"type":"string"},{"type":"object","required":["a"]}]})", "{}") ==
          Sentences{"it fits none of 2 alternatives", "it is an object, not a string",
                    "'a' is missing"});
    CHECK(said(R"({"oneOf":[{"minimum":1},{"minimum":2},{"maximum":0}]})", "3") ==
          Sentences{"it fits alternatives 0 and 1, where exactly one must fit"});
    // What a branch misses counts for nothing where another one fits.
    CHECK(said(R"({"anyOf":[{"type":"string"},{"minimum":1}],"maximum":2})", "3") ==
          Sentences{"3 is greater than 2"});
    CHECK(said(R"({"if":{"type":"string"},"then":true,"else":{"maximum":2}})", "3") ==
          Sentences{"3 is greater than 2"});
}

TEST_CASE("what was not evaluated is not accused after another error", "[schema]") {
    CHECK(
        said(R"({"allOf":[{"properties":{"a":{"type":"integer"}}}],"unevaluatedProperties":false})",
             R"({"a":"x"})") == Sentences{"/a: \"x\" is a string, not an integer"});
}

TEST_CASE("long values are cut", "[schema]") {
    const std::string long_text(100'000, 'x');
    const Sentences text = said(R"({"maxLength":3})", "\"" + long_text + "\"");
    REQUIRE(text.size() == 1);
    CHECK(text[0].size() < 200);
    CHECK_THAT(text[0], Catch::Contains("has 100000 characters, more than 3"));
}

TEST_CASE("a unit has three places: in the value, on the way, in the schema", "[schema]") {
    const Schema schema = compiled(
        R"({"$id":"https://example.org/s","properties":{"a/b":{"$ref":"#/$defs/n"}},"$defs":{"n":{"items":{"maximum":1}}}})");
    const auto report = schema.validate(json(R"({"a/b":[1,2]})"));
    REQUIRE(report);
    REQUIRE(report->errors.size() == 1);
    CHECK(report->errors[0].instance_location == "/a~1b/1");
    CHECK(report->errors[0].keyword_location == "/properties/a~1b/$ref/items/maximum");
    CHECK(report->errors[0].absolute_keyword_location ==
          "https://example.org/s#/$defs/n/items/maximum");
    CHECK(
        to_json(*report).dump() ==
        R"({"errors":[{"absoluteKeywordLocation":"https://example.org/s#/$defs/n/items/maximum","error":"2 is greater than 1",)"
        R"("instanceLocation":"/a~1b/1","keywordLocation":"/properties/a~1b/$ref/items/maximum","valid":false}],"valid":false})");
    CHECK(to_json(*schema.validate(json("{}"))).dump() == R"({"valid":true})");
}

TEST_CASE("the detailed form is a tree without empty levels", "[schema]") {
    const Schema schema = compiled(
        R"({"properties":{"a":{"anyOf":[{"type":"string"},{"minimum":1,"multipleOf":2}]},"b":{"maximum":1}}})");
    const auto report = schema.validate(json(R"({"a":-1,"b":2})"), Detail::detailed);
    REQUIRE(report);
    REQUIRE(report->errors.size() == 1);
    const OutputUnit& root = report->errors[0];
    CHECK(root.keyword_location.empty());
    CHECK(root.error.empty());
    REQUIRE(root.errors.size() == 2);
    const OutputUnit& choice = root.errors[0];
    CHECK(choice.keyword_location == "/properties/a/anyOf");
    CHECK(choice.error == "it fits none of 2 alternatives");
    REQUIRE(choice.errors.size() == 2);
    CHECK(choice.errors[0].keyword_location == "/properties/a/anyOf/0/type");
    CHECK(choice.errors[1].keyword_location == "/properties/a/anyOf/1");
    CHECK(choice.errors[1].errors.size() == 2);
    CHECK(root.errors[1].keyword_location == "/properties/b/maximum");
    CHECK(sentences(*report).size() == 5);
}

}  // namespace iam::schema
