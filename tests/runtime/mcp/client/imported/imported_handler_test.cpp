#include "mcp/client/imported/imported_handler.hpp"

#include "mcp/client/imported/tool_server.hpp"

using namespace iam;
using namespace iam::test;
using namespace iam::mcp;

namespace {

/// Error lines: "pointer | message | expected | got".
std::vector<std::string> error_lines(const ImportedTool& tool, std::string_view arguments) {
    const Prepared prepared = tool.handler->prepare(arguments);
    REQUIRE_FALSE(prepared.has_value());
    std::vector<std::string> lines;
    for (const ValueError& error : prepared.error())
        lines.push_back(error.pointer + " | " + error.message + " | " + error.expected + " | " +
                        error.got);
    return lines;
}

std::string prepared_text(const ImportedTool& tool, std::string_view arguments) {
    const Prepared prepared = tool.handler->prepare(arguments);
    REQUIRE(prepared.has_value());
    return *prepared;
}

}  // namespace

TEST_CASE("arguments become canonical text, which is taken unchanged") {
    const auto tool = imported(write_tool());
    const std::string text = prepared_text(tool, R"( { "path" : "a\u0062" , "mode" : 4.4e1 } )");
    CHECK(text == R"({"mode":44,"path":"ab"})");
    CHECK(prepared_text(tool, text) == text);
}

TEST_CASE("defaults of a server's schema are not applied") {
    Json object = write_tool();
    object["inputSchema"]["properties"]["mode"]["default"] = 420;
    CHECK(prepared_text(imported(object), R"({"path":"a"})") == R"({"path":"a"})");
}

TEST_CASE("B91 all errors of the arguments come at once, with place, wish and value") {
    const auto tool = imported(write_tool());
    CHECK(error_lines(tool, R"({"mode":512,"extra":[1]})") ==
          std::vector<std::string>{
              "/extra | there is no member 'extra' here | 'additionalProperties': false | an array",
              "/mode | 512 is greater than 511 | 'maximum': 511 | 512",
              R"( | 'path' is missing | 'required': ["path"] | an object)"});
    CHECK(error_lines(tool, R"({"path":7})") ==
          std::vector<std::string>{R"(/path | 7 is not a string | 'type': "string" | 7)"});
}

TEST_CASE("an error behind a reference shows the keyword that it leads to") {
    Json object = write_tool();
    object["inputSchema"]["$defs"]["m"] = {{"type", "integer"}, {"maximum", 9}};
    object["inputSchema"]["properties"]["mode"] = {{"$ref", "#/$defs/m"}};
    CHECK(error_lines(imported(object), R"({"path":"a","mode":10})") ==
          std::vector<std::string>{R"(/mode | 10 is greater than 9 | 'maximum': 9 | 10)"});
}

TEST_CASE("arguments that are no object of strict JSON are refused") {
    const auto tool = imported(write_tool());
    for (const char* text : {"", "{", R"({"path":"a","path":"b"})", R"({"path":"a"} x)",
                             "{\"path\":\"\xff\"}", R"({"path":"\u0000"})", R"({path:"a"})"})
        CHECK(error_lines(tool, text).size() == 1);
    for (const char* text : {"7", "[]", "null", R"("a")"})
        has_text(error_lines(tool, text).at(0), "expected an object");
}

TEST_CASE("many errors end with a sentence that says so") {
    Json object = write_tool();
    object["inputSchema"]["properties"]["all"] = {{"type", "array"}, {"items", {{"type", "null"}}}};
    Json arguments{{"path", "a"}, {"all", Json::array()}};
    for (int at = 0; at < 500; ++at) arguments["all"].push_back(at);
    const auto lines = error_lines(imported(object), arguments.dump());
    CHECK(lines.size() == 101);
    has_text(lines.back(), "there are more errors than these");
}
