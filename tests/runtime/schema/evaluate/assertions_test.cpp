// Keywords of the validation vocabulary, one table each.
// Tests of runtime/src/schema/compile/compile_assertions.cpp and runtime/src/schema/schema.cpp.
#include <runtime/schema/judge.hpp>

namespace iam::schema {

TEST_CASE("a schema may be true or false", "[schema]") {
    check({{"true", {"null", "1", "[]"}, {}},
           {"false", {}, {"null", "{}"}},
           {"{}", {"null", "\"a\""}, {}}});
}

TEST_CASE("type names kinds, and 1.0 is an integer", "[schema]") {
    check({
        {R"({"type":"null"})", {"null"}, {"false", "0", "\"\"", "[]", "{}"}},
        {R"({"type":"boolean"})", {"true", "false"}, {"0", "null", "\"true\""}},
        {R"({"type":"integer"})",
         {"1", "-1", "1.0", "1e2", "18446744073709551615", "1e30"},
         {"1.5", "\"1\"", "1e-7", "null", "true"}},
        {R"({"type":"number"})", {"1", "1.5", "-1e300"}, {"\"1\"", "null"}},
        {R"({"type":"string"})", {"\"\""}, {"1", "null"}},
        {R"({"type":"array"})", {"[]", "[1]"}, {"{}", "\"[]\""}},
        {R"({"type":"object"})", {"{}"}, {"[]", "null"}},
        {R"({"type":["integer","null"]})", {"1", "null"}, {"1.5", "\"\"", "false"}},
    });
}

TEST_CASE("const and enum compare values, not spellings", "[schema]") {
    check({
        {R"({"const":1})", {"1", "1.0", "1e0"}, {"true", "\"1\"", "2", "null"}},
        {R"({"const":false})", {"false"}, {"0", "null", "[]"}},
        {R"({"const":{"a":[1,{"b":2.0}]}})",
         {R"({"a":[1.0,{"b":2}]})"},
         {R"({"a":[1,{"b":"2"}]})", "{}"}},
        {R"({"const":18446744073709551615})",
         {"18446744073709551615"},
         {"-1", "18446744073709551614", "1.8446744073709552e19"}},
        {R"({"enum":["a",1,null,[0]]})",
         {"\"a\"", "1.0", "null", "[0]"},
         {"\"b\"", "0", "[false]", "[]"}},
        {R"({"enum":[]})", {}, {"null", "1"}},
        {R"({"enum":[9,8,7,6,5,4,3,2,1,"a",null,{"x":1}]})",
         {"1", "9", "\"a\"", "null", R"({"x":1})"},
         {"10", "0", "\"9\"", "{}"}},
    });
}

TEST_CASE("XE02 bounds and multiples are exact at any size", "[schema]") {
    check({
        {R"({"maximum":10})",
         {"10", "9.999", "\"11\""},
         {"10.000000000000002", "18446744073709551615", "1e300"}},
        {R"({"minimum":-9223372036854775808})", {"-9223372036854775808"}, {"-9.3e18"}},
        {R"({"maximum":9007199254740992})", {"9007199254740992"}, {"9007199254740993"}},
        {R"({"exclusiveMaximum":9007199254740993})", {"9007199254740992"}, {"9007199254740993"}},
        {R"({"exclusiveMinimum":0})", {"1e-300", "1"}, {"0", "-0.0", "-1"}},
        {R"({"minimum":1.1})", {"1.1", "2"}, {"1.0999999999999999", "1"}},
        {R"({"multipleOf":0.01})", {"0.07", "19.99", "4.35", "1e300"}, {"0.075", "1e-3"}},
        {R"({"multipleOf":0.1})", {"0.3", "0.30000000000000000"}, {"0.30000000000000004"}},
        {R"({"multipleOf":3})",
         {"0", "-9", "18446744073709551615", "\"1\""},
         {"18446744073709551614", "1"}},
    });
}

TEST_CASE("lengths count code points", "[schema]") {
    check({
        {R"({"minLength":2})",
         {"\"ab\"", "\"\\u00e4\\u00f6\"", "1"},
         {"\"a\"", "\"\\u00e4\"", "\"\\ud83d\\ude00\""}},
        {R"({"maxLength":2})",
         {"\"ab\"", "\"\\ud83d\\ude00\\ud83d\\ude00\"", "\"\""},
         {"\"abc\"", "\"\\u00e4\\u00f6\\u00fc\""}},
        {R"({"minLength":2.0,"maxLength":1e1})",
         {"\"ab\"", "\"abcdefghij\""},
         {"\"a\"", "\"abcdefghijk\""}},
        {R"({"maxLength":5000000000})", {"\"a\""}, {}},
        {R"({"minLength":5000000000})", {}, {"\"a\""}},
        {R"({"pattern":"^a+$"})", {"\"aa\"", "1"}, {"\"ab\"", "\"\""}},
    });
}

TEST_CASE("arrays have a size and may be sets", "[schema]") {
    check({
        {R"({"minItems":1,"maxItems":2})", {"[1]", "[1,2]", "{}"}, {"[]", "[1,2,3]"}},
        {R"({"uniqueItems":true})",
         {"[]", "[1]", "[1,true]", "[0,false]", R"([{"a":1},{"a":2}])", "[[1],[2]]", "[\"1\",1]",
          "[18446744073709551615,-1]"},
         {"[1,1.0]", R"([{"a":1,"b":2},{"b":2,"a":1}])", "[[[]],[[]]]", "[\"a\",2,\"a\"]"}},
        {R"({"uniqueItems":true})",
         {"[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]"},
         {"[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,1.0]"}},
        {R"({"uniqueItems":false})", {"[1,1]"}, {}},
    });
}

TEST_CASE("objects have a size and members that must be there", "[schema]") {
    check({
        {R"({"minProperties":1,"maxProperties":2})",
         {R"({"a":1})", "[]"},
         {"{}", R"({"a":1,"b":1,"c":1})"}},
        {R"({"required":["b","a"]})",
         {R"({"a":null,"b":1,"c":2})", "[]"},
         {"{}", R"({"a":1})", R"({"b":1})", R"({"ab":1,"c":1})"}},
        {R"({"dependentRequired":{"a":["b","c"],"x":[]}})",
         {"{}", R"({"b":1})", R"({"a":1,"b":1,"c":1})", R"({"x":1})", "1"},
         {R"({"a":1})", R"({"a":1,"c":1})"}},
    });
}

TEST_CASE("what other keywords say about is left alone", "[schema]") {
    check(
        {{R"({"title":"t","description":"d","default":1,"examples":[1],"deprecated":true,"readOnly":true,"writeOnly":false,
               "$comment":"c","contentEncoding":"base64","contentMediaType":"application/json","contentSchema":false,
               "format":"no such format","x-own":{"$ref":"nowhere"}})",
          {"null", "\"%\"", "{}"},
          {}}});
}

}  // namespace iam::schema
