#include "mcp/client/recipes/recipe_check.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

Json schema_in(const std::string& text) {
    return parse_json(text).value();
}

struct ToolSchemas {
    Json call =
        schema_in(R"({"type":"object","required":["path","all"],"additionalProperties":false,
        "properties":{"path":{"type":"string"},"mode":{"type":"integer"},
                      "all":{"type":"array","items":{"$ref":"#/$defs/one"}}},
        "$defs":{"one":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}})");
    Json result =
        schema_in(R"({"type":"object","properties":{"id":{"type":"string"}},"required":["id"]})");
    Json target = schema_in(R"({"type":"object","required":["path"],"additionalProperties":false,
        "properties":{"path":{"type":"string"},"size":{"type":"number","maximum":9},
                      "ids":{"type":"array","items":{"type":"string"}},"free":{}}})");

    /// "" if it fits, else "POINTER: message".
    std::string check(const std::string& text) const {
        const auto checked = check_template(
            schema_in(text), "", {{&call, &call}, {&result, &result}, {}}, {&target, &target});
        return checked ? "" : checked.error().pointer + ": " + checked.error().message;
    }
};

const std::string k_given_path = R"("path":{"from":"call","pointer":"/path"})";

}  // namespace

TEST_CASE("a template that fits the schemas is taken") {
    const ToolSchemas schemas;
    CHECK(schemas.check("{" + k_given_path +
                        R"(,"size":{"from":"call","pointer":"/mode","optional":true},
        "ids":{"each":{"from":"call","pointer":"/all"},"make":{"from":"item","pointer":"/id"}},
        "free":[{"x":{"from":"call","pointer":"/all/0/id"}}]})") == "");
    CHECK(schemas.check("{" + k_given_path +
                        R"(,"ids":["a",{"from":"result","pointer":"/id"}],"size":9})") == "");
    CHECK(schemas.check(R"({"path":{"value":"x"}})") == "");
}

TEST_CASE("a pointer to a value that the schema does not have is refused with the known names") {
    const ToolSchemas schemas;
    CHECK(schemas.check(R"({"path":{"from":"call","pointer":"/pth"}})") ==
          "/path/pointer: 'call' has no '/pth' by its schema; known are 'all', 'mode', 'path' "
          "here.");
    CHECK_THAT(schemas.check(R"({"path":{"from":"call","pointer":"/path/0"}})"),
               Contains("'call' has no '/path/0' by its schema"));
    CHECK_THAT(schemas.check(R"({"path":{"from":"result","pointer":"/name"}})"),
               Contains("'result' has no '/name'"));
    CHECK_THAT(
        schemas.check("{" + k_given_path + R"(,"ids":{"each":{"from":"call","pointer":"/all"},
                             "make":{"from":"item","pointer":"/name"}}})"),
        Contains("/ids/make/pointer: 'item' has no '/name'"));
}

TEST_CASE("a value that may be missing needs the word optional, and a required one has none") {
    const ToolSchemas schemas;
    CHECK(schemas.check("{" + k_given_path + R"(,"size":{"from":"call","pointer":"/mode"}})") ==
          "/size: '/mode' of 'call' may be missing by its schema; add \"optional\": true.");
    CHECK(schemas.check(R"({"path":{"from":"call","pointer":"/path","optional":true}})") ==
          ": the tool requires 'path'; add it, without \"optional\".");
    CHECK_THAT(schemas.check("{}"), Contains("the tool requires 'path'"));
}

TEST_CASE("an argument that the tool does not have or take is refused") {
    const ToolSchemas schemas;
    CHECK(schemas.check("{" + k_given_path + R"(,"paths":1})") ==
          "/paths: the tool has no argument 'paths'; it has 'free', 'ids', 'path', 'size'.");
    CHECK(schemas.check(R"({"path":{"from":"call","pointer":"/all"}})") ==
          "/path: the value is 'array', and the tool takes 'string' here; take another pointer.");
    CHECK_THAT(schemas.check(R"({"path":7})"), Contains("/path: the tool takes 'string' here"));
    CHECK_THAT(schemas.check("{" + k_given_path + R"(,"size":10})"),
               Contains("/size: the tool does not accept this constant"));
    CHECK_THAT(schemas.check("{" + k_given_path +
                             R"(,"ids":{"each":{"from":"call","pointer":"/path"},"make":1}})"),
               Contains("/ids/each: the value is 'string', and a list is needed"));
    CHECK_THAT(schemas.check("{" + k_given_path + R"(,"ids":[1]})"),
               Contains("/ids/0: the tool takes"));
    CHECK_THAT(schemas.check("{" + k_given_path + R"(,"ids":{"from":"call","pointer":"/all",
                             "only_in":{"from":"call","pointer":"/path"}}})"),
               Contains("/ids/only_in: the value is 'string', and a list is needed"));
}

TEST_CASE("a schema that is composed or open refuses nothing that it may allow") {
    ToolSchemas schemas;
    schemas.call = schema_in(R"({"type":"object","anyOf":[{"required":["a"]}]})");
    schemas.target = schema_in(R"({"type":"object","additionalProperties":{"type":"string"}})");
    CHECK(schemas.check(R"({"x":{"from":"call","pointer":"/a/b/0"}})") == "");
    CHECK_THAT(schemas.check(R"({"x":7})"), Contains("the tool takes 'string'"));
    schemas.target = schema_in(R"({"$ref":"#/$defs/none"})");
    CHECK(schemas.check(R"({"x":7})") == "");
    schemas.target = schema_in(R"({"$ref":"#"})");
    CHECK(schemas.check(R"({"x":7})") == "");
    schemas.target = schema_in("true");
    CHECK(schemas.check(R"({"x":[7]})") == "");
}
