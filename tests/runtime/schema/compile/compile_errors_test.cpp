// Schemas that do not compile: each error names the place and the reason.
// Tests of runtime/src/schema/compile/{circles,compiler,keywords}.cpp.
#include <runtime/schema/judge.hpp>

namespace iam::schema {
namespace {

struct Wrong {
    std::string_view schema;
    std::string_view pointer;
    std::string_view message;
};

void check_refused(const std::vector<Wrong>& rows, const CompileOptions& options = {}) {
    for (const Wrong& row : rows) {
        const Error error = refused(row.schema, options);
        INFO(row.schema);
        CHECK(error.code == Errc::invalid_argument);
        CHECK(error.pointer == row.pointer);
        CHECK_THAT(error.message, Catch::Contains(std::string(row.message)));
    }
}

}  // namespace

TEST_CASE("XE12 an ill-formed keyword is an error that names its place", "[schema]") {
    check_refused({
        {"1", "", "a schema is an object, true or false"},
        {R"({"properties":{"a":{"type":"int"}}})", "/properties/a/type", "a type is null, boolean"},
        {R"({"type":[]})", "/type", "a type is"},
        {R"({"type":["null","null"]})", "/type", "different ones"},
        {R"({"enum":1})", "/enum", "no list"},
        {R"({"minimum":"1"})", "/minimum", "no number"},
        {R"({"multipleOf":0})", "/multipleOf", "greater than 0"},
        {R"({"multipleOf":-1.5})", "/multipleOf", "greater than 0"},
        {R"({"minLength":-1})", "/minLength", "integer from 0"},
        {R"({"maxItems":1.5})", "/maxItems", "integer from 0"},
        {R"({"minContains":"1"})", "/minContains", "integer from 0"},
        {R"({"uniqueItems":1})", "/uniqueItems", "neither true nor false"},
        {R"({"required":"a"})", "/required", "no list of names"},
        {R"({"required":[1]})", "/required", "no name"},
        {R"({"required":["a","b","a"]})", "/required", "'a' twice"},
        {R"({"dependentRequired":{"a":"b"}})", "/dependentRequired", "no list of names"},
        {R"({"properties":[]})", "/properties", "no object"},
        {R"({"patternProperties":1})", "/patternProperties", "no object"},
        {R"({"patternProperties":{"(":true}})", "/patternProperties", ""},
        {R"({"pattern":"a{2,1}"})", "/pattern", ""},
        {R"({"pattern":1})", "/pattern", "no string"},
        {R"({"format":1})", "/format", "no string"},
        {R"({"allOf":[]})", "/allOf", "at least one schema"},
        {R"({"anyOf":{}})", "/anyOf", "at least one schema"},
        {R"({"oneOf":[true,1]})", "/oneOf/1", "a schema is an object"},
        {R"({"not":[]})", "/not", "a schema is an object"},
        {R"({"items":[true]})", "/items", "prefixItems"},
        {R"({"prefixItems":[]})", "/prefixItems", "at least one schema"},
        {R"({"$defs":1})", "/$defs", "no object"},
        {R"({"title":1})", "/title", "no string"},
        {R"({"readOnly":1})", "/readOnly", "neither true nor false"},
        {R"({"examples":1})", "/examples", "no list"},
        {R"({"$id":1})", "/$id", "no string"},
        {R"({"$id":"a#b"})", "/$id", "has a fragment"},
        {R"({"$anchor":"1a"})", "/$anchor", "starts with a letter"},
        {R"({"$ref":1})", "/$ref", "no string"},
        {R"({"$dynamicRef":1})", "/$dynamicRef", "no string"},
        {R"({"$schema":1})", "/$schema", "no string"},
    });
}

TEST_CASE("a reference that leads nowhere is an error", "[schema]") {
    check_refused({
        {R"({"items":{"$ref":"#/$defs/none"}})", "/items", "'#/$defs/none', where nothing is"},
        {R"({"$ref":"#none"})", "", "nothing there has the anchor 'none'"},
        // Decoded it would not be UTF-8, and the message must be.
        {R"({"$ref":"#%91none"})", "", "nothing there has the anchor '%91none'"},
        {R"({"$ref":"#/type","type":"null"})", "/type", "a schema is an object"},
        {R"({"prefixItems":[true],"$ref":"#/prefixItems/00"})", "", "where nothing is"},
    });
}

TEST_CASE("identifiers are taken once", "[schema]") {
    check_refused({
        {R"({"$defs":{"a":{"$id":"https://example.org/x"},"b":{"$id":"https://example.org/x"}}})",
         "/$defs/b/$id", "is taken"},
        {R"({"$defs":{"a":{"$anchor":"x"},"b":{"$dynamicAnchor":"x"}}})", "/$defs/b",
         "the anchor 'x' is taken"},
    });
}

TEST_CASE("XE10 a reference to the network or to a file is refused, nothing is fetched",
          "[schema]") {
    check_refused({
        {R"({"$ref":"https://example.org/other.json"})", "",
         "there is no document 'https://example.org/other.json'; nothing is fetched"},
        {R"({"properties":{"a":{"$ref":"file:///etc/passwd"}}})", "/properties/a",
         "nothing is fetched"},
        {R"({"$id":"https://example.org/s","$ref":"//evil.example/x"})", "",
         "'https://evil.example/x'"},
        {R"({"$dynamicRef":"http://127.0.0.1:1/x#y"})", "", "nothing is fetched"},
    });
}

TEST_CASE("XE11 a dialect that is not known is refused", "[schema]") {
    check_refused({
        {R"({"$schema":"https://json-schema.org/draft/2019-09/schema"})", "/$schema",
         "the dialect 'https://json-schema.org/draft/2019-09/schema' is not known"},
        {R"({"$schema":"http://json-schema.org/draft-04/schema#"})", "/$schema", "is not known"},
        {R"({"items":{"$schema":"http://json-schema.org/draft-07/schema#"}})", "/items/$schema",
         "only a schema with an $id"},
        {R"({"items":{"$id":"x","$schema":"nonsense"}})", "/items/$schema", "is not known"},
    });
}

TEST_CASE("XE11 a keyword that would judge nothing is refused on request", "[schema]") {
    CompileOptions options;
    options.refuse_unknown_keywords = true;
    check_refused(
        {{R"({"properties":{"a":{"minimun":1}}})", "/properties/a/minimun", "no such keyword"}},
        options);
    options.draft = Draft::draft7;
    check_refused(
        {{R"({"prefixItems":[true]})", "/prefixItems", "no such keyword"},
         {R"({"unevaluatedProperties":false})", "/unevaluatedProperties", "no such keyword"},
         {R"({"dependentRequired":{}})", "/dependentRequired", "no such keyword"}},
        options);
}

TEST_CASE("XE09 references in a circle are refused, whatever is between them", "[schema]") {
    check_refused({
        {R"({"$ref":"#"})", "", "never ends"},
        {R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}})",
         "/$defs/a", "never ends"},
        {R"({"anyOf":[{"type":"string"},{"$ref":"#"}]})", "", "never ends"},
        {R"({"not":{"allOf":[{"$ref":"#"}]}})", "", "never ends"},
        {R"({"if":true,"then":{"oneOf":[{"$ref":"#"}]}})", "", "never ends"},
        {R"({"dependentSchemas":{"a":{"$ref":"#"}}})", "", "never ends"},
    });
}

TEST_CASE("the error of a part with an identifier counts from its document", "[schema]") {
    const Error error = refused(
        R"({"$id":"https://example.org/a","$defs":{"b":{"$id":"b","items":{"minimum":"x"}}}})");
    CHECK(error.pointer == "/$defs/b/items/minimum");
    CHECK_THAT(error.message, Catch::Contains("'https://example.org/b#/items/minimum'"));
}

}  // namespace iam::schema
