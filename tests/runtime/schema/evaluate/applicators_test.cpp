// Keywords that apply subschemas, one table each.
// Tests of runtime/src/schema/compile/compile_applicators.cpp.
// Tests of runtime/src/schema/evaluate/evaluator.cpp.
#include <runtime/schema/judge.hpp>

namespace iam::schema {

TEST_CASE("members are judged by name, by pattern, or as the rest", "[schema]") {
    check({
        {R"({"properties":{"a":{"type":"integer"},"b":false}})",
         {"{}", R"({"a":1,"c":"x"})", "[]"},
         {R"({"a":"1"})", R"({"b":1})"}},
        {R"({"patternProperties":{"^a":{"type":"integer"},"z$":{"minimum":5}}})",
         {R"({"a":1,"b":"x"})", R"({"az":5})"},
         {R"({"ab":"x"})", R"({"az":4})"}},
        {R"({"properties":{"a":true},"patternProperties":{"^b":true},"additionalProperties":false})",
         {"{}", R"({"a":1,"b":2,"bb":3})"},
         {R"({"c":1})", R"({"a":1,"aa":2})"}},
        {R"({"additionalProperties":{"type":"string"}})", {"{}", R"({"a":"x"})"}, {R"({"a":1})"}},
        {R"({"required":["a"],"additionalProperties":false})", {}, {R"({"a":1})", "{}"}},
        {R"({"propertyNames":{"maxLength":2,"pattern":"^[a-z]"}})",
         {"{}", R"({"ab":1})"},
         {R"({"abc":1})", R"({"1":1})"}},
        {R"({"propertyNames":{"enum":["a","b",1]}})",
         {R"({"a":1,"b":2})"},
         {R"({"c":1})", R"({"1":1})"}},
        {R"({"propertyNames":{"const":"a","type":"string"}})", {R"({"a":1})"}, {R"({"b":1})"}},
        {R"({"propertyNames":{"type":"integer"}})", {"{}"}, {R"({"1":1})"}},
        {R"({"propertyNames":{"anyOf":[{"minLength":3},{"const":"x"}]}})",
         {R"({"x":1,"abc":1})"},
         {R"({"y":1})"}},
        {R"({"propertyNames":false})", {"{}"}, {R"({"a":1})"}},
    });
}

TEST_CASE("a name among many is found, and a missing one is missed", "[schema]") {
    std::string schema = R"({"properties":{)";
    std::string whole = "{";
    for (int i = 100; i < 200; ++i) {
        const std::string name = "\"m" + std::to_string(i) + "\":";
        schema.append(i == 100 ? "" : ",").append(name).append(R"({"type":"integer"})");
        whole.append(i == 100 ? "" : ",").append(name).append("1");
    }
    schema += R"(},"required":["m150"],"additionalProperties":false})";
    check({{schema,
            {R"({"m150":1})", R"({"m100":1,"m150":1,"m199":1})", whole + "}"},
            {"{}", R"({"m100":1,"m199":1})", R"({"m150":"x"})", R"({"m150":1,"m1500":1})",
             R"({"m150":1,"m199":"x"})"}}});
}

TEST_CASE("elements are judged by place, or as the rest", "[schema]") {
    check({
        {R"({"items":{"type":"integer"}})", {"[]", "[1,2]", "{}"}, {"[1,\"2\"]"}},
        {R"({"prefixItems":[{"type":"integer"},true,false]})",
         {"[]", "[1]", "[1,\"x\"]"},
         {"[\"1\"]", "[1,2,3]"}},
        {R"({"prefixItems":[true],"items":{"type":"string"}})", {"[1]", "[1,\"a\"]"}, {"[1,2]"}},
        {R"({"items":false})", {"[]"}, {"[1]"}},
        {R"({"contains":{"minimum":5}})", {"[1,5]", "[6,7]", "{}"}, {"[]", "[1,2]"}},
        {R"({"contains":{"minimum":5},"minContains":2,"maxContains":3})",
         {"[5,5]", "[5,1,6,7]"},
         {"[5]", "[5,5,5,5]", "[]"}},
        {R"({"contains":{"minimum":5},"minContains":0,"maxContains":1})",
         {"[]", "[1]", "[5]"},
         {"[5,6]"}},
        {R"({"minContains":2,"maxContains":0})", {"[]", "[1]"}, {}},
    });
}

TEST_CASE("schemas combine", "[schema]") {
    check({
        {R"({"allOf":[{"minimum":1},{"maximum":3}]})", {"1", "3", "\"\""}, {"0", "4"}},
        {R"({"anyOf":[{"type":"string"},{"minimum":2}]})", {"\"a\"", "2", "null"}, {"1"}},
        {R"({"oneOf":[{"multipleOf":2},{"multipleOf":3}]})", {"2", "3"}, {"1", "6", "\"a\""}},
        {R"({"not":{"type":["string","null"]}})", {"1", "{}"}, {"\"a\"", "null"}},
        {R"({"not":{"not":{"minimum":1}}})", {"1"}, {"0"}},
        {R"({"if":{"minimum":10},"then":{"multipleOf":10},"else":{"maximum":5}})",
         {"20", "5"},
         {"15", "6"}},
        {R"({"if":{"minimum":10},"then":false})", {"9"}, {"10"}},
        {R"({"then":false,"else":false})", {"1"}, {}},
        {R"({"dependentSchemas":{"a":{"required":["b"]},"c":false}})",
         {"{}", R"({"a":1,"b":1})", "[]"},
         {R"({"a":1})", R"({"c":1})"}},
    });
}

TEST_CASE("unevaluatedProperties sees through everything that applied", "[schema]") {
    check({
        {R"({"properties":{"a":true},"unevaluatedProperties":false})",
         {"{}", R"({"a":1})", "[]"},
         {R"({"b":1})"}},
        {R"({"allOf":[{"properties":{"a":true}},{"patternProperties":{"^b":true}}],"unevaluatedProperties":{"type":"integer"}})",
         {R"({"a":"x","b":"x","c":1})"},
         {R"({"c":"x"})"}},
        {R"({"anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"b":{"const":1}},"required":["b"]}],"unevaluatedProperties":false})",
         {R"({"a":1})", R"({"a":1,"b":1})"},
         {R"({"a":1,"b":2})", R"({"a":1,"c":1})"}},
        {R"({"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"properties":{"a":true}},"else":{"properties":{"b":true}},"unevaluatedProperties":false})",
         {R"({"k":1,"a":1})", R"({"b":1})"},
         {R"({"k":1,"b":1})", R"({"k":2})", R"({"a":1})"}},
        {R"({"dependentSchemas":{"a":{"properties":{"a":true,"b":true}}},"unevaluatedProperties":false})",
         {R"({"a":1,"b":1})"},
         {R"({"b":1})"}},
        {R"({"not":{"not":{"properties":{"a":true}}},"unevaluatedProperties":false})",
         {"{}"},
         {R"({"a":1})"}},
        {R"({"allOf":[{"additionalProperties":true}],"unevaluatedProperties":false})",
         {R"({"a":1})"},
         {}},
        {R"({"allOf":[{"unevaluatedProperties":true}],"unevaluatedProperties":false})",
         {R"({"a":1})"},
         {}},
        // A subschema beside it is no part of what it sees.
        {R"({"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}]})",
         {"{}"},
         {R"({"a":1})"}},
        {R"({"$ref":"#/$defs/x","unevaluatedProperties":false,"$defs":{"x":{"properties":{"a":true}}}})",
         {R"({"a":1})"},
         {R"({"b":1})"}},
        {R"({"oneOf":[{"properties":{"a":true},"required":["a"]},{"properties":{"b":true},"required":["b"]}],"unevaluatedProperties":false})",
         {R"({"a":1})", R"({"b":1})"},
         {R"({"a":1,"b":1})", R"({"a":1,"c":1})"}},
    });
}

TEST_CASE("unevaluatedItems sees through everything that applied", "[schema]") {
    check({
        {R"({"prefixItems":[true],"unevaluatedItems":false})", {"[]", "[1]", "{}"}, {"[1,2]"}},
        {R"({"allOf":[{"prefixItems":[true,{"type":"string"}]}],"unevaluatedItems":{"type":"integer"}})",
         {"[1,\"a\",2]"},
         {"[1,\"a\",\"b\"]"}},
        {R"({"contains":{"type":"string"},"unevaluatedItems":false})",
         {"[\"a\",\"b\"]"},
         {"[\"a\",1]", "[]"}},
        {R"({"anyOf":[{"prefixItems":[{"const":1}]},{"items":{"type":"integer"}}],"unevaluatedItems":false})",
         {"[1]", "[1,2]", "[2,3]"},
         {"[1,\"a\"]"}},
        {R"({"items":true,"unevaluatedItems":false})", {"[1,2]"}, {}},
        {R"({"allOf":[{"unevaluatedItems":true}],"unevaluatedItems":false})", {"[1]"}, {}},
    });
}

}  // namespace iam::schema
