// Identifiers, references, dialects, and what differs in draft 7.
// Tests of runtime/src/schema/compile/{dialect,follow,metaschemas,resolver,uri}.cpp.
#include <runtime/schema/judge.hpp>

namespace iam::schema {

TEST_CASE("a reference leads to a pointer, an anchor or an identifier", "[schema]") {
    check({
        {R"({"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"integer"}}})", {"1"}, {"\"1\""}},
        {R"({"$ref":"#/$defs/a%25%20b","$defs":{"a% b":{"type":"integer"}}})", {"1"}, {"\"1\""}},
        {R"({"$ref":"#here","$defs":{"x":{"$anchor":"here","type":"integer"}}})", {"1"}, {"\"1\""}},
        {R"({"$id":"https://example.org/s","$ref":"other","$defs":{"x":{"$id":"/other","type":"integer"}}})",
         {"1"},
         {"\"1\""}},
        {R"({"$ref":"urn:example:x#/$defs/n","$defs":{"x":{"$id":"urn:example:x","$defs":{"n":{"type":"integer"}}}}})",
         {"1"},
         {"\"1\""}},
        // Siblings of a reference count, and a schema may contain itself.
        {R"({"$ref":"#/$defs/n","maximum":5,"$defs":{"n":{"type":"integer"}}})",
         {"5"},
         {"6", "\"5\""}},
        {R"({"type":"object","additionalProperties":{"$ref":"#"}})",
         {R"({"a":{"b":{}}})"},
         {R"({"a":{"b":1}})"}},
        {R"({"prefixItems":[{"type":"string"},{"$ref":"#/prefixItems/0"}]})",
         {R"(["a","b"])"},
         {R"(["a",1])"}},
        // A place where no keyword expects a schema.
        {R"({"x-types":{"n":{"type":"integer"}},"$ref":"#/x-types/n"})", {"1"}, {"\"1\""}},
        {R"({"enum":[{"$id":"https://example.org/x"},1],"$defs":{"y":{"$id":"https://example.org/x"}}})",
         {"1"},
         {"2"}},
    });
}

TEST_CASE("a dynamic reference takes the outermost anchor on the way", "[schema]") {
    const std::string tree =
        R"("$defs":{"tree":{"$id":"https://example.org/tree","$dynamicAnchor":"node",
        "properties":{"children":{"items":{"$dynamicRef":"#node"}},"data":true}}})";
    check({
        {R"({"$id":"https://example.org/strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false,)" +
             tree + "}",
         {R"({"children":[{"data":1}]})"},
         {R"({"children":[{"daat":1}]})", R"({"daat":1})"}},
        {R"({"$id":"https://example.org/loose","$ref":"tree",)" + tree + "}",
         {R"({"children":[{"daat":1}]})"},
         {}},
        {R"({"$dynamicRef":"#/$defs/n","$defs":{"n":{"type":"integer"}}})", {"1"}, {"\"1\""}},
        {R"({"$dynamicRef":"#n","$defs":{"n":{"$anchor":"n","type":"integer"}}})",
         {"1"},
         {"\"1\""}},
    });
}

TEST_CASE("other documents come from the host", "[schema]") {
    Documents documents;
    documents.emplace(
        "https://example.org/common.json",
        json(
            R"({"$defs":{"hour":{"maximum":23}},"$id":"https://example.org/renamed/common.json"})"));
    CompileOptions options;
    options.documents = &documents;
    options.base_uri = "https://example.org/main.json";
    check({{R"({"$ref":"common.json#/$defs/hour"})", {"23"}, {"24"}},
           {R"({"allOf":[{"$ref":"common.json"},{"$ref":"renamed/common.json#/$defs/hour"}]})",
            {"23"},
            {"24"}}},
          options);
}

TEST_CASE("the metaschemas judge schemas", "[schema]") {
    check({{R"({"$ref":"https://json-schema.org/draft/2020-12/schema"})",
            {R"({"type":"integer","$defs":{"a":{"minLength":1}}})", "true"},
            {R"({"type":"int"})", R"({"$defs":{"a":{"minLength":-1}}})", "1", R"({"allOf":[]})"}},
           {R"({"$ref":"http://json-schema.org/draft-07/schema#"})",
            {R"({"items":[true]})"},
            {R"({"items":[1]})"}}});
}

TEST_CASE("a metaschema of the host says which vocabularies count", "[schema]") {
    Documents documents;
    documents.emplace("https://example.org/no-validation",
                      json(R"({"$schema":"https://json-schema.org/draft/2020-12/schema",
        "$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true,
                       "https://json-schema.org/draft/2020-12/vocab/applicator":true,"https://example.org/own":false}})"));
    documents.emplace("https://example.org/own-vocabulary",
                      json(R"({"$schema":"https://json-schema.org/draft/2020-12/schema",
        "$vocabulary":{"https://example.org/own":true}})"));
    CompileOptions options;
    options.documents = &documents;
    check(
        {{R"({"$schema":"https://example.org/no-validation","properties":{"a":{"minimum":5},"b":false}})",
          {R"({"a":1})"},
          {R"({"b":1})"}}},
        options);
    CHECK_THAT(refused(R"({"$schema":"https://example.org/own-vocabulary"})", options).message,
               Catch::Contains("requires the vocabulary 'https://example.org/own'"));
}

TEST_CASE("draft 7 reads what it knows as it did", "[schema]") {
    CompileOptions options;
    options.draft = Draft::draft7;
    check(
        {
            {R"({"$ref":"#/definitions/n","maximum":5,"definitions":{"n":{"type":"integer"}}})",
             {"6"},
             {"\"5\""}},
            {R"({"items":[{"type":"integer"}],"additionalItems":{"type":"string"}})",
             {"[1,\"a\"]"},
             {"[\"a\"]", "[1,2]"}},
            {R"({"items":{"type":"integer"},"additionalItems":false})", {"[1,2]"}, {"[\"a\"]"}},
            {R"({"dependencies":{"a":["b"],"c":{"minProperties":3}}})",
             {R"({"a":1,"b":1})", "{}"},
             {R"({"a":1})", R"({"c":1})"}},
            {R"({"$ref":"#n","definitions":{"n":{"$id":"#n","type":"integer"}}})",
             {"1"},
             {"\"1\""}},
            {R"({"prefixItems":[false],"dependentRequired":{"a":["b"]},"unevaluatedProperties":false,"contains":true,"minContains":3})",
             {"[1]", R"({"a":1})"},
             {}},
            {R"({"if":{"minimum":5},"then":{"multipleOf":5}})", {"10", "4"}, {"6"}},
        },
        options);
    CHECK(compiled(R"({"$schema":"http://json-schema.org/draft-07/schema#"})").draft() ==
          Draft::draft7);
    CHECK(compiled("{}").draft() == Draft::draft2020_12);
}

TEST_CASE("a part with an identifier may be of another draft", "[schema]") {
    check(
        {{R"({"properties":{"old":{"$id":"https://example.org/old","$schema":"http://json-schema.org/draft-07/schema#",
                "items":[{"type":"integer"}],"additionalItems":false}},"prefixItems":[true]})",
          {R"({"old":[1]})"},
          {R"({"old":[1,2]})", R"({"old":["a"]})"}}});
}

}  // namespace iam::schema
