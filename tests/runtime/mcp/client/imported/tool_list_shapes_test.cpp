#include "mcp/client/imported/tool_list_shapes.hpp"

#include "mcp/client/imported/tool_server.hpp"

using namespace iam;
using namespace iam::test;
using namespace iam::mcp;

namespace {

ToolListPage lenient_page(std::string_view text) {
    return ok(read_tool_list(text, false));
}

std::string strict_refusal(std::string_view text) {
    return error_in(read_tool_list(text, true)).message;
}

}  // namespace

TEST_CASE("a list in MCP's shape gives the tools as they were written") {
    for (const bool is_strict : {true, false}) {
        const auto page = ok(read_tool_list(
            R"( { "tools" : [ )" + std::string(k_listed_tool) + R"( , 7 ], "nextCursor":"p\n2" } )",
            is_strict));
        CHECK(page.tools == std::vector<std::string>{std::string(k_listed_tool), "7"});
        CHECK(page.cursor == "p\n2");
        CHECK(page.diagnostics.empty());
    }
    const auto last = ok(read_tool_list(R"({"tools":[],"nextCursor":null})", true));
    CHECK(last.tools.empty());
    CHECK_FALSE(last.cursor);
}

TEST_CASE("B39 a list elsewhere is taken and reported, and a strict reading refuses it") {
    const std::string list = "[" + std::string(k_listed_tool) + "]";
    for (const std::string& text :
         {R"({"items":)" + list + "}", R"({"data":)" + list + "}", list}) {
        const auto page = lenient_page(text);
        CHECK(page.tools == std::vector<std::string>{std::string(k_listed_tool)});
        CHECK(page.diagnostics.size() == 1);
        strict_refusal(text);
    }
    CHECK(lenient_page("{}").tools.empty());
    has_text(lenient_page(R"({"tools":null})").diagnostics.at(0), "there are no tools");
    has_text(strict_refusal("{}"), "lacks the list 'tools'");
    has_text(strict_refusal(R"({"tools":{}})"), "is no list");
}

TEST_CASE("B38 a cursor elsewhere is taken and reported, and a strict reading ignores it") {
    for (const char* name : {"next", "cursor", "next_cursor"}) {
        const std::string text = R"({"tools":[],")" + std::string(name) + R"(":"p2"})";
        const auto page = lenient_page(text);
        CHECK(page.cursor == "p2");
        has_text(page.diagnostics.at(0), name);
        CHECK_FALSE(ok(read_tool_list(text, true)).cursor);
    }
    CHECK_FALSE(lenient_page(R"({"tools":[],"nextCursor":""})").cursor);
    CHECK(ok(read_tool_list(R"({"tools":[],"nextCursor":""})", true)).cursor == "");
    const auto page = lenient_page(R"({"tools":[],"nextCursor":7})");
    CHECK_FALSE(page.cursor);
    has_text(page.diagnostics.at(0), "is no text");
    has_text(strict_refusal(R"({"tools":[],"nextCursor":7})"), "is no text");
    has_text(strict_refusal(R"({"tools":[],"nextCursor":")" + std::string(9'000, 'c') + "\"}"),
             "9000 bytes");
}

TEST_CASE("B42 a schema under another name is taken and reported") {
    for (const char* name : {"parameters", "input_schema"}) {
        const std::string tool = R"({"name":"a",")" + std::string(name) +
                                 R"(":{"type":"object" , "title":"t"},"x":[ 1 ]})";
        const auto page = lenient_page("[" + tool + "]");
        CHECK(page.tools.at(0) ==
              R"({"name":"a","inputSchema":{"type":"object" , "title":"t"},"x":[ 1 ]})");
        has_text(page.diagnostics.at(1), "1 tool with the schema in");
        CHECK(ok(read_tool_list(R"({"tools":[)" + tool + "]}", true)).tools.at(0) == tool);
    }
    // The usual member counts, if it is there.
    const std::string both = R"({"name":"a","parameters":{},"inputSchema":{"type":"object"}})";
    CHECK(lenient_page(R"({"tools":[)" + both + "]}").tools.at(0) == both);
}

TEST_CASE("B42 a schema that is absent, null or without a type takes any object") {
    CHECK(lenient_page(R"({"tools":[{"name":"a"}]})").tools.at(0) ==
          R"({"name":"a","inputSchema":{"type":"object"}})");
    CHECK(lenient_page(R"({"tools":[{"name":"a","inputSchema":null}]})").tools.at(0) ==
          R"({"name":"a","inputSchema":{"type":"object"}})");
    CHECK(lenient_page(R"({"tools":[{"name":"a","parameters":{}}]})").tools.at(0) ==
          R"({"name":"a","inputSchema":{"type":"object"}})");
    const auto page = lenient_page(R"({"tools":[{"name":"a"},{"name":"b"},{"inputSchema":{}}]})");
    CHECK(page.diagnostics ==
          std::vector<std::string>{
              "1 tool with a schema without a type; it is taken for \"object\".",
              "2 tools without an inputSchema; any object is taken as arguments."});
    // A schema that is none stays for import_tool() to refuse.
    CHECK(lenient_page(R"({"tools":[{"inputSchema":true}]})").tools.at(0) ==
          R"({"inputSchema":true})");
}

TEST_CASE("a result that is no JSON or too large is refused") {
    for (const char* text : {"", "nothing", R"({"tools":[})", R"({"tools":[]} x)", "7"}) {
        for (const bool is_strict : {true, false}) error_in(read_tool_list(text, is_strict));
    }
    ToolListLimits limits;
    limits.page_bytes_max = 100;
    error_in(read_tool_list(list_of(10, k_listed_tool), true, limits));
}

TEST_CASE("tools beyond the limit of a page are left out and reported") {
    ToolListLimits limits;
    limits.tools_max = 3;
    const auto page = ok(read_tool_list(list_of(4, k_listed_tool), true, limits));
    CHECK(page.tools.size() == 3);
    has_text(page.diagnostics.at(0), "more than 3 tools");
}

TEST_CASE("B40 the names of servers behind a gateway are read in each of their shapes") {
    const std::vector<std::string> names{"a", "b"};
    for (const char* text : {R"(["a","b"])", R"({"servers":[{"name":"a"},{"id":"b"},{},7,""]})",
                             R"({"items":["a","b"]})", R"({"data":["a",{"name":"b"}]})"})
        CHECK(ok(read_server_names(text)) == names);
    for (const char* text : {"7", "{}", R"({"servers":7})", "["}) error_in(read_server_names(text));
    ToolListLimits limits;
    limits.servers_max = 1;
    has_text(error_in(read_server_names(R"(["a","b"])", limits)).message, "2 servers");
}
