#include "mcp/client/recipes/bind_recipes.hpp"

#include <iam/mcp/servers_file.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <string>

using namespace iam;
using namespace iam::mcp;
using Catch::Contains;

namespace {

/// Tools of a server that keeps texts by their names.
std::map<std::string, std::string> tools_of_server() {
    const auto with = [](const char* annotations, const char* properties, const char* output) {
        return std::string(R"({"name":"t","annotations":)") + annotations +
               R"(,"inputSchema":{"type":"object","additionalProperties":false,"properties":)" +
               properties + R"(,"required":["name"]})" + output + "}";
    };
    const char* name = R"({"name":{"type":"string"}})";
    return {
        {"read",
         with(
             R"({"readOnlyHint":true})", name,
             R"(,"outputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]})")},
        {"write",
         with("{}",
              R"({"name":{"type":"string"},"text":{"type":"string"},"dry":{"type":"boolean"}})",
              "")},
        {"touch", with("{}", name, "")}};
}

ServerRecipes recipes_of(const std::string& recipes) {
    const auto servers =
        read_servers(R"({"servers":{"s":{"command":"c","recipes":)" + recipes + "}}}");
    if (!servers) FAIL(to_string(servers.error().front(), "f"));
    return servers->front().recipes;
}

BoundRecipes bound_to_tools(const std::string& recipes,
                            const std::map<std::string, std::string>& tools = tools_of_server()) {
    return bind_recipes(recipes_of(recipes), "s", tools);
}

std::string why_not_used(const std::string& recipes) {
    const BoundRecipes all = bound_to_tools(recipes);
    CHECK(all.by_tool.empty());
    REQUIRE(all.findings.size() == 1);
    return all.findings.front().reason;
}

const std::string k_restoring = R"({"write":{
    "before":{"tool":"read","read_only":true,"arguments":{"name":{"from":"call","pointer":"/name"}}},
    "undo":{"tool":"write","arguments":{"name":{"from":"call","pointer":"/name"},
                                        "text":{"from":"before","pointer":"/text"}}}}})";

}  // namespace

TEST_CASE("a recipe that fits its tools is bound, with their contracts in its text") {
    const BoundRecipes all = bound_to_tools(k_restoring);
    CHECK(all.findings.empty());
    REQUIRE(all.by_tool.count("write") == 1);
    const BoundRecipe& recipe = *all.by_tool.at("write");
    CHECK(recipe.undo->tool == "write");
    CHECK(recipe.undo->contract.size() == 64);
    CHECK_THAT(recipe.text, Contains(recipe.undo->contract) && Contains(recipe.before->contract) &&
                                Contains(R"("grade":"compensating")"));
    auto tools = tools_of_server();
    tools["read"].insert(1, R"("description":"Other words.",)");
    const BoundRecipes other = bound_to_tools(k_restoring, tools);
    CHECK(other.by_tool.at("write")->undo->contract == recipe.undo->contract);
    CHECK(other.by_tool.at("write")->text != recipe.text);
}

TEST_CASE("a recipe that does not fit is not used, with the place in the file and the way out") {
    CHECK(why_not_used(R"({"write":{"undo":{"tool":"erase","arguments":{}}}})") ==
          "the recipe is not used: the server has no usable tool 'erase'; write a name of "
          "`servers tools`. (/servers/s/recipes/write/undo/tool of servers.json)");
    CHECK_THAT(why_not_used(R"({"other":{"undo":{"tool":"touch","arguments":{}}}})"),
               Contains("no usable tool 'other'") && Contains("(/servers/s/recipes/other of"));
    CHECK_THAT(
        why_not_used(
            R"({"write":{"undo":{"tool":"touch","arguments":{"name":{"from":"call","pointer":"/nme"}}}}})"),
        Contains("'call' has no '/nme'") &&
            Contains("(/servers/s/recipes/write/undo/arguments/name/pointer of servers.json)"));
    CHECK_THAT(
        why_not_used(R"({"write":{"touches":[{"from":"call","pointer":"/dry","optional":true}],
                               "undo":{"tool":"touch","arguments":{"name":"x"}}}})"),
        Contains("/touches/0"));
}

TEST_CASE("without an output schema the result of a tool is a list of content blocks") {
    CHECK_THAT(
        why_not_used(
            R"({"write":{"undo":{"tool":"touch","arguments":{"name":{"from":"result","pointer":"/id"}}}}})"),
        Contains("'result' has no '/id'"));
    const BoundRecipes all = bound_to_tools(
        R"({"write":{"undo":{"tool":"touch","arguments":{"name":{"from":"result","pointer":"/0/text"}}}}})");
    REQUIRE(all.findings.empty());
    CHECK(all.by_tool.at("write")->is_result_open);
    CHECK_FALSE(bound_to_tools(k_restoring).by_tool.at("write")->is_result_open);
}

TEST_CASE("a call that runs before the answer needs the owner's word that it changes nothing") {
    const auto before = [](const std::string& more) {
        return R"({"write":{"before":{"tool":"read","arguments":{"name":"x"})" + more +
               R"(},"undo":{"tool":"touch","arguments":{"name":"x"}}}})";
    };
    const auto preview = [](const std::string& more) {
        return R"({"write":{"preview":{"tool":"write","arguments":{"name":"x","dry":true})" + more +
               "}}}";
    };
    CHECK_THAT(why_not_used(before("")),
               Contains("the call of 'read' runs before you answer; write \"read_only\": true if "
                        "it changes nothing, or leave it out.") &&
                   Contains("(/servers/s/recipes/write/before of servers.json)"));
    CHECK_THAT(why_not_used(preview("")), Contains("the call of 'write' runs before you answer"));
    CHECK_THAT(why_not_used(preview(R"(,"read_only":false)")), Contains("runs before you answer"));
    CHECK(bound_to_tools(before(R"(,"read_only":true)")).findings.empty());
    CHECK(bound_to_tools(preview(R"(,"read_only":true)")).findings.empty());
}

TEST_CASE("ready recipes of tools that a server does not have are left out in silence") {
    const BoundRecipes all = bound_to_tools(R"("filesystem")");
    CHECK(all.findings.empty());
    CHECK(all.by_tool.empty());
    const BoundRecipes odd =
        bound_to_tools(R"("filesystem")", {{"move_file", tools_of_server()["touch"]}});
    REQUIRE(odd.findings.size() == 1);
    CHECK_THAT(
        odd.findings.front().reason,
        Contains("(/move_file/undo/arguments/destination of the ready recipes 'filesystem')"));
}

TEST_CASE("the contract of a tool has its recipe in the document") {
    const BoundRecipe recipe = *bound_to_tools(k_restoring).by_tool.at("write");
    const auto text =
        document_with_recipe(R"({"name":"t","_meta":{"x":1},"inputSchema":{}})", recipe);
    REQUIRE(text);
    const Json tool = parse_json(*text).value();
    CHECK(tool["_meta"]["x"] == 1);
    CHECK(tool["_meta"]["iam/recipe"] == recipe.text);
}

TEST_CASE("the recipes that docs/servers.md shows are bound to tools as it describes them") {
    std::ifstream in(IAM_SERVERS_PAGE);
    REQUIRE(in);
    const std::string page{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    const std::size_t begin = page.find("```json servers\n", page.find("## Undo and preview")) + 16;
    const auto servers = read_servers(page.substr(begin, page.find("\n```", begin) - begin));
    REQUIRE(servers);
    const auto described = [](const Json& input, const Json& output, bool reads_only) {
        const auto object = [](const Json& properties) {
            Json required = Json::array();
            for (const auto& item : properties.items()) required.push_back(item.key());
            return Json{{"type", "object"}, {"properties", properties}, {"required", required}};
        };
        return Json{{"name", "t"},
                    {"annotations", {{"readOnlyHint", reads_only}}},
                    {"inputSchema", object(input)},
                    {"outputSchema", object(output)}}
            .dump();
    };
    const Json text = {{"type", "string"}};
    const Json texts = {{"type", "array"}, {"items", text}};
    const Json added = {
        {"type", "array"},
        {"items", {{"type", "object"}, {"properties", {{"id", text}}}, {"required", {"id"}}}}};
    const Json changes = {{"id", text}, {"name", text}};
    Json rename = parse_json(described(changes, {{"name", text}}, false)).value();
    rename["inputSchema"]["properties"]["dry_run"] = {{"type", "boolean"}};
    const std::map<std::string, std::string> tools{
        {"rename", rename.dump()},
        {"get", described({{"id", text}}, {{"name", text}}, true)},
        {"add_all", described({{"texts", texts}}, {{"added", added}}, false)},
        {"remove_all", described({{"ids", texts}}, Json::object(), false)}};
    for (const ServerConfig& server : *servers) {
        if (server.name != "desk") continue;
        const BoundRecipes recipes = bind_recipes(server.recipes, server.name, tools);
        for (const RecipeFinding& finding : recipes.findings) FAIL(finding.reason);
        CHECK(recipes.by_tool.size() == 2);
    }
}
