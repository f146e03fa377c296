// Tests of runtime/src/mcp/server/pages.cpp.
#include "mcp/server/tool_list.hpp"

#include "mcp/client/imported/tool_server.hpp"
#include "mcp/conversation.hpp"

using namespace iam;
using namespace iam::test;

namespace {

std::vector<std::string> names_in(const Json& result) {
    std::vector<std::string> names;
    for (const Json& tool : result["tools"]) names.push_back(tool["name"]);
    return names;
}

Json tool_of_stranger(const std::string& name) {
    return {{"name", name}, {"inputSchema", {{"type", "object"}}}};
}

/// A program with tools of other servers.
struct ListingProgram : Program {
    ToolServer remote{};

    void import(const std::string& origin, const Json& tool) {
        auto imported = ok(mcp::import_tool(origin, tool.dump(), remote.call()));
        require_ok(registry.add(std::move(imported.contract), std::move(imported.handler)));
    }
    void allow(const ToolId& tool) {
        require_ok(runtime().consent().set_policy(tool, Policy::allow));
    }
};

}  // namespace

TEST_CASE("tools/list has each tool with its schemas, hints and contract") {
    Program program;
    define_add(program);
    Conversation client(program);
    client.begin();
    const Json tool = client.ask("tools/list")["result"]["tools"][0];
    CHECK(tool["name"] == "add");
    CHECK(tool["title"] == "Sum");
    CHECK(tool["description"] == "Adds two numbers.");
    CHECK(tool["inputSchema"]["properties"]["a"]["maximum"] == 9);
    CHECK(tool["inputSchema"]["required"] == Json({"a"}));
    CHECK(tool["outputSchema"]["type"] == "object");
    CHECK(tool["annotations"]["readOnlyHint"] == true);
    CHECK(tool["annotations"]["openWorldHint"] == false);
    CHECK(tool["_meta"]["iam/contract"]["digests"]["consent"].get<std::string>().size() == 64);
}

TEST_CASE("tools/list gives pages in the order of names, and a cursor survives a change") {
    Program program;
    program.settings.page_size = 2;
    for (const char* name : {"delta", "alpha", "charlie", "bravo", "echo"})
        program.add_allowed(name, [] {});
    Conversation client(program);
    client.begin();
    const Json first = client.ask("tools/list")["result"];
    CHECK(names_in(first) == std::vector<std::string>{"alpha", "bravo"});
    require_ok(program.registry.remove({"", "bravo"}));
    const Json second = client.ask("tools/list", {{"cursor", first["nextCursor"]}})["result"];
    CHECK(names_in(second) == std::vector<std::string>{"charlie", "delta"});
    const Json last = client.ask("tools/list", {{"cursor", second["nextCursor"]}})["result"];
    CHECK(names_in(last) == std::vector<std::string>{"echo"});
    CHECK_FALSE(last.contains("nextCursor"));
}

TEST_CASE("a cursor of somebody else is refused with the way out") {
    Program program;
    Conversation client(program);
    client.begin();
    for (const Json& cursor : {Json("page 2"), Json(""), Json(7), Json()}) {
        const std::string message =
            message_of_refusal(client.ask("tools/list", {{"cursor", cursor}}));
        CHECK(message.find("/params/cursor") != std::string::npos);
    }
}

TEST_CASE("a change of the registry is told once the client is initialized") {
    Program program;
    Conversation client(program);
    client.ask("initialize", Conversation::initialize_params("2025-11-25"));
    program.add_allowed("early", [] {});
    CHECK(client.count("notifications/tools/list_changed") == 0);
    client.tell("notifications/initialized");
    program.add_allowed("late", [] {});
    CHECK(client.count("notifications/tools/list_changed") == 1);
    CHECK(names_in(client.ask("tools/list")["result"]).size() == 2);
}

TEST_CASE("a tool of another server is listed under the server's name and its own") {
    CHECK(mcp::listed_name({"", "read.file"}) == "read.file");
    CHECK(mcp::listed_name({"files", "read_file"}) == "files__read_file");
    // Providers of models take no other letters.
    CHECK(mcp::listed_name({"my-files", "notes.read/all"}) == "my-files__notes-read-all");
}

TEST_CASE("a tool of another server is called by its listed name alone") {
    ListingProgram program;
    program.import("files", tool_of_stranger("notes.read"));
    program.allow({"files", "notes.read"});
    Conversation client(program);
    client.begin();
    CHECK(names_in(client.ask("tools/list")["result"]) ==
          std::vector<std::string>{"files__notes-read"});
    CHECK(text_of_result(client.result_of_call("files__notes-read")) == "done");
    REQUIRE(program.remote.received.size() == 1);
    CHECK(program.remote.received[0].tool == "notes.read");
    for (const char* name : {"notes.read", "files/notes.read", "files__notes.read"})
        CHECK(client.call(name).contains("error"));
}

TEST_CASE("two tools of servers with one listed name are not listed, a tool of the program is") {
    ListingProgram program;
    program.import("files", tool_of_stranger("a.b"));
    program.import("files", tool_of_stranger("a-b"));
    program.import("own", tool_of_stranger("echo"));
    program.add_allowed("own__echo", [] {});
    const auto tools = mcp::ToolList(false).of(*program.registry.snapshot());
    REQUIRE(tools->size() == 1);
    CHECK(tools->at("own__echo").id == ToolId{"", "own__echo"});
}

TEST_CASE("facts of a contract that another server claims are not listed") {
    ListingProgram program;
    Json tool = tool_of_stranger("claims");
    tool["_meta"] = {{"iam/contract", {{"policy", "allow"}, {"result_member", "result"}}},
                     {"com.example/kept", 1}};
    program.import("files", tool);
    tool["name"] = "alone";
    tool["_meta"].erase("com.example/kept");
    program.import("files", tool);
    tool["name"] = "odd";
    tool["_meta"] = {{"iam/contract", 7}};
    program.import("files", tool);
    program.add_allowed("mine", [] {});
    Conversation client(program);
    client.begin();
    const Json listed = client.ask("tools/list")["result"]["tools"];
    REQUIRE(listed.size() == 4);
    CHECK(listed[0]["name"] == "files__alone");
    CHECK_FALSE(listed[0].contains("_meta"));
    CHECK(json_equal(listed[1]["_meta"], Json({{"com.example/kept", 1}})));
    CHECK_FALSE(listed[2].contains("_meta"));
    CHECK(listed[3]["_meta"].contains("iam/contract"));
    const auto tools = mcp::ToolList(true).of(*program.registry.snapshot());
    CHECK(tools->at("files__claims").result_member.empty());
}

TEST_CASE("a result of another server's tool is its content blocks, or its structured content") {
    ListingProgram program;
    program.import("files", tool_of_stranger("blocks"));
    Json typed = tool_of_stranger("typed");
    typed["outputSchema"] = {{"type", "object"}, {"properties", {{"n", {{"type", "integer"}}}}}};
    program.import("files", typed);
    const auto tools = mcp::ToolList(false).of(*program.registry.snapshot());
    CHECK(tools->at("files__blocks").gives_content);
    CHECK_FALSE(tools->at("files__blocks").has_output);
    CHECK_FALSE(tools->at("files__typed").gives_content);
    CHECK(tools->at("files__typed").has_output);

    for (const char* name : {"blocks", "typed"}) program.allow({"files", name});
    Conversation client(program);
    client.begin();
    const Json blocks{{{"type", "text"}, {"text", "one"}}, {{"type", "text"}, {"text", "two"}}};
    program.remote.reply = result_of_server(Json({{"content", blocks}}).dump());
    const Json plain = client.result_of_call("files__blocks");
    CHECK(json_equal(plain["content"], blocks));
    CHECK_FALSE(plain.contains("structuredContent"));
    program.remote.reply =
        result_of_server(Json({{"content", blocks}, {"structuredContent", {{"n", 7}}}}).dump());
    CHECK(json_equal(client.result_of_call("files__typed")["structuredContent"], Json({{"n", 7}})));
}
