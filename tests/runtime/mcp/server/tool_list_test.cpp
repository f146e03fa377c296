// Tests of runtime/src/mcp/server/pages.cpp.
#include "mcp/conversation.hpp"

using namespace iam;
using namespace iam::test;

namespace {

std::vector<std::string> names_in(const Json& result) {
    std::vector<std::string> names;
    for (const Json& tool : result["tools"]) names.push_back(tool["name"]);
    return names;
}

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
