// Tests of runtime/src/mcp/client/recipes/{recipes_read,ready_recipes}.cpp.
#include <iam/core/json.hpp>
#include <iam/mcp/servers_file.hpp>

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

std::string file_with(const std::string& recipes) {
    return R"({"servers":{"s":{"command":"c","recipes":)" + recipes + "}}}";
}

ServerRecipes recipes_in(const std::string& recipes) {
    const auto servers = read_servers(file_with(recipes));
    if (!servers) FAIL(to_string(servers.error().front(), "f"));
    return servers->front().recipes;
}

/// All mistakes, "POINTER: message" a line.
std::string mistakes_in(const std::string& recipes) {
    const auto servers = read_servers(file_with(recipes));
    REQUIRE_FALSE(servers);
    std::string all;
    for (const PlacedError& one : servers.error())
        all += one.error.pointer + ": " + one.error.message + "\n";
    return all;
}

constexpr const char* k_full_recipe = R"({"write":{
  "preview":{"tool":"show","arguments":{"p":{"from":"call","pointer":"/p","optional":true},"dry":true},"read_only":true},
  "before":{"tool":"read","arguments":{"names":{"each":{"from":"call","pointer":"/all"},"make":{"from":"item","pointer":""}}},"unchanged":false},
  "undo":{"tool":"write","required":false,"arguments":{
    "kept":{"from":"call","pointer":"/all","only_in":{"from":"before","pointer":"/all"}},
    "deep":[{"id":{"from":"result","pointer":"/id"}}],"exact":{"value":{"from":"nowhere"}}}},
  "touches":[{"from":"call","pointer":"/p"}]}})";

}  // namespace

TEST_CASE("a recipe is read with each of its members") {
    const ServerRecipes recipes = recipes_in(k_full_recipe);
    CHECK(recipes.ready.empty());
    REQUIRE(recipes.by_tool.size() == 1);
    const Recipe& recipe = recipes.by_tool.at("write");
    CHECK(recipe.preview->tool == "show");
    CHECK(recipe.preview->is_read_only);
    CHECK(recipe.preview->arguments ==
          R"({"dry":true,"p":{"from":"call","optional":true,"pointer":"/p"}})");
    CHECK_FALSE(recipe.before->is_read_only);
    CHECK_FALSE(recipe.is_state_compared);
    CHECK_FALSE(recipe.is_undo_required);
    CHECK(recipe.touches == std::vector<std::string>{R"({"from":"call","pointer":"/p"})"});
    const ServerRecipes plain = recipes_in(R"({"w":{"undo":{"tool":"w","arguments":{}}}})");
    CHECK(plain.by_tool.at("w").is_state_compared);
    CHECK(plain.by_tool.at("w").is_undo_required);
}

TEST_CASE("a file with recipes is written so that the same recipes are read") {
    for (const std::string& recipes : {std::string(k_full_recipe), std::string(R"("memory")")}) {
        const auto servers = read_servers(file_with(recipes));
        REQUIRE(servers);
        const auto text = write_servers(*servers);
        REQUIRE(text);
        const auto again = read_servers(*text);
        REQUIRE(again);
        CHECK(*again == *servers);
        CHECK(write_servers(*again).value() == *text);
    }
}

TEST_CASE("a mistake in a recipe is refused with its place and the way out") {
    const std::string shape = R"({"w":{"undu":1,"undo":{"tool":7},"touches":1}})";
    CHECK_THAT(mistakes_in(shape), Contains("/recipes/w/undu: there is no member 'undu' here"));
    CHECK_THAT(mistakes_in(shape), Contains("Did you mean 'undo'?"));
    CHECK_THAT(mistakes_in(shape), Contains("/undo/tool: expected a string"));
    CHECK_THAT(mistakes_in(shape), Contains("/undo: \"arguments\" is missing; add it"));
    CHECK_THAT(mistakes_in(shape), Contains("/touches: expected an array of at most 16"));
    CHECK_THAT(mistakes_in(R"({"w":{}})"), Contains("/w: the recipe is empty; add \"undo\""));
    CHECK_THAT(mistakes_in("7"), Contains("expected the name of ready recipes, or an object"));
    CHECK_THAT(
        mistakes_in(R"("files")"),
        Contains("there are no ready recipes of this name; known are 'filesystem', 'memory'."));
    CHECK_THAT(mistakes_in(R"({"w":{"before":{"tool":"r","arguments":{}}}})"),
               Contains("/before: nothing uses the state; add \"undo\""));
    CHECK_THAT(mistakes_in(R"({"w":{"undo":{"tool":"w","arguments":{},"read_only":true}}})"),
               Contains("/undo/read_only: there is no member"));
    CHECK_THAT(mistakes_in(R"({"w":{"undo":{"tool":"w","arguments":{},"required":1}}})"),
               Contains("/undo/required: expected true or false"));
}

TEST_CASE("a leaf that cannot take its value from there is refused") {
    const auto leaf = [](const std::string& text) {
        return mistakes_in(R"({"w":{"undo":{"tool":"w","arguments":{"a":)" + text + "}}}}");
    };
    CHECK_THAT(leaf(R"({"from":"before","pointer":""})"),
               Contains("/a/from: values come from 'call', 'result' here."));
    CHECK_THAT(leaf(R"({"from":"item","pointer":""})"), Contains("/a/from: values come from"));
    CHECK_THAT(leaf(R"({"from":"call"})"), Contains("/a: 'pointer' is missing; add it."));
    CHECK_THAT(leaf(R"({"from":"call","pointer":"x"})"), Contains("expected a JSON Pointer"));
    CHECK_THAT(leaf(R"({"from":"call","pointer":"/~2"})"), Contains("expected a JSON Pointer"));
    CHECK_THAT(leaf(R"({"from":"call","pointer":"","only":1})"), Contains("'only_in'"));
    CHECK_THAT(leaf(R"({"each":{"from":"call","pointer":""}})"), Contains("\"make\" is missing"));
    CHECK_THAT(leaf(R"({"each":{"from":"call","pointer":"","optional":true},"make":1})"),
               Contains("/a/each/optional: there is no member"));
    CHECK_THAT(leaf(R"({"value":1,"pointer":""})"), Contains("/a/pointer: there is no member"));
    CHECK_THAT(leaf(R"({"from":"call","pointer":"","only_in":{"from":"x","pointer":""}})"),
               Contains("/a/only_in/from: values come from"));
    CHECK_THAT(
        mistakes_in(R"({"w":{"undo":{"tool":"w","arguments":{"from":"call","pointer":""}}}})"),
        Contains("/arguments: expected an object with the tool's arguments."));
    CHECK_THAT(
        mistakes_in(
            R"({"w":{"preview":{"tool":"w","arguments":{"a":{"from":"result","pointer":""}}}}})"),
        Contains("values come from 'call' here."));
}

TEST_CASE("each ready recipe is read, and is written and read again") {
    for (const std::string_view name : ready_recipe_names()) {
        const auto ready = ready_recipes(name);
        REQUIRE(ready);
        CHECK_FALSE(ready->empty());
        ServerConfig server;
        server.name = "s";
        server.endpoint = StdioEndpoint{.command = "c"};
        server.recipes.by_tool = *ready;
        const auto text = write_servers({server});
        REQUIRE(text);
        const auto again = read_servers(*text);
        if (!again) FAIL(to_string(again.error().front(), "f"));
        CHECK(again->front() == server);
    }
    CHECK_FALSE(ready_recipes("other"));
}
