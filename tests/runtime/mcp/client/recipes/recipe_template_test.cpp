#include "mcp/client/recipes/recipe_template.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

Json value_in(const std::string& text) {
    return parse_json(text).value();
}

struct TemplateValues {
    Json call = value_in(R"({"path":"/a","list":[1,2,3],"none":null})");
    Json result = value_in(R"({"items":[{"name":"x","n":1},{"name":"y"}]})");
    Json before = value_in(R"({"content":"old","list":[3.0,1,9]})");

    Result<Json> build(const std::string& text) const {
        return build_template(value_in(text), {&call, &result, &before});
    }
    std::string text(const std::string& of) const {
        const auto built = build(of);
        INFO((built ? std::string() : built.error().message));
        REQUIRE(built);
        return canonical_json(*built).value();
    }
    std::string why(const std::string& of) const {
        const auto built = build(of);
        REQUIRE_FALSE(built);
        return built.error().message;
    }
};

}  // namespace

TEST_CASE("a template is built of constants and of values of the call, the result and before") {
    const TemplateValues values;
    CHECK(values.text(R"({"a":{"from":"call","pointer":"/path"},"b":[true,{"c":null}],
                          "d":{"from":"before","pointer":"/content"},
                          "e":{"from":"result","pointer":"/items/1/name"},
                          "f":{"from":"call","pointer":"/none"}})") ==
          R"({"a":"/a","b":[true,{"c":null}],"d":"old","e":"y","f":null})");
    CHECK(values.text(R"({"a":{"value":{"from":"call","pointer":"/path"}}})") ==
          R"({"a":{"from":"call","pointer":"/path"}})");
}

TEST_CASE("a list is made of each item of another, and cut to the items of a third") {
    const TemplateValues values;
    CHECK(values.text(R"({"names":{"each":{"from":"result","pointer":"/items"},
                          "make":{"id":{"from":"item","pointer":"/name"},
                                  "path":{"from":"call","pointer":"/path"}}}})") ==
          R"({"names":[{"id":"x","path":"/a"},{"id":"y","path":"/a"}]})");
    CHECK(values.text(R"({"l":{"from":"call","pointer":"/list",
                          "only_in":{"from":"before","pointer":"/list"}}})") == R"({"l":[1,3]})");
    CHECK_THAT(values.why(R"({"l":{"each":{"from":"call","pointer":"/path"},"make":1}})"),
               Contains("There is no list at '/path' of 'call'."));
    CHECK_THAT(values.why(R"({"l":{"from":"call","pointer":"/list",
                              "only_in":{"from":"before","pointer":"/content"}}})"),
               Contains("There are no two lists at"));
}

TEST_CASE("a missing value is an error with its place, and an optional one is left out") {
    const TemplateValues values;
    CHECK(values.why(R"({"a":{"from":"call","pointer":"/no"}})") ==
          "There is no value at '/no' of 'call'.");
    CHECK(values.text(R"({"a":{"from":"call","pointer":"/no","optional":true},"b":1,
                          "n":{"each":{"from":"result","pointer":"/items"},
                               "make":{"from":"item","pointer":"/n","optional":true}}})") ==
          R"({"b":1,"n":[1]})");
    const auto alone = build_template(value_in(R"({"a":{"from":"before","pointer":""}})"),
                                      {&values.call, nullptr, nullptr});
    REQUIRE_FALSE(alone);
    CHECK(alone.error().message == "There is no value at the whole of 'before'.");
}

TEST_CASE("a result that looks like a template is a constant") {
    TemplateValues values;
    values.result = value_in(R"({"id":{"from":"before","pointer":"/content"},
                             "items":[{"each":{"from":"call","pointer":"/list"},"make":1}]})");
    CHECK(
        values.text(R"({"a":{"from":"result","pointer":"/id"},
                          "b":{"each":{"from":"result","pointer":"/items"},
                               "make":{"from":"item","pointer":""}}})") ==
        R"({"a":{"from":"before","pointer":"/content"},"b":[{"each":{"from":"call","pointer":"/list"},"make":1}]})");
}

TEST_CASE("a long result cannot be multiplied beyond the limit of a built value") {
    TemplateValues values;
    values.result = {{"text", std::string(100'000, 'x')}, {"items", Json::array()}};
    for (int i = 0; i < 1000; ++i) values.result["items"].push_back(i);
    const std::string twice = R"({"a":{"each":{"from":"result","pointer":"/items"},
                                  "make":{"from":"result","pointer":"/text"}}})";
    CHECK(values.why(twice) == "The values together are larger than 4 MiB.");
    const std::string squared = R"({"a":{"each":{"from":"result","pointer":"/items"},
        "make":{"each":{"from":"result","pointer":"/items"},
        "make":{"each":{"from":"result","pointer":"/items"},"make":0}}}})";
    CHECK(values.why(squared) == "The values together are larger than 4 MiB.");
    values.result["text"] = std::string(k_built_cost_max, 'x');
    CHECK(values.why(R"({"a":{"from":"result","pointer":"/text"}})") ==
          "The values together are larger than 4 MiB.");
}
