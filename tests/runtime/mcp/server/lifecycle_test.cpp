// Tests of runtime/src/mcp/server/{client,methods,server,session}.cpp and
// runtime/src/mcp/protocol/revision.cpp.
#include "mcp/conversation.hpp"

#include <array>

using namespace iam;
using namespace iam::test;

TEST_CASE("initialize answers in the client's revision, with capabilities and the server's name") {
    for (const char* revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
        Program program;
        program.info.instructions = "Ask before you delete.";
        Conversation client(program);
        const Json result =
            client.ask("initialize", Conversation::initialize_params(revision))["result"];
        CHECK(result["protocolVersion"] == revision);
        CHECK(result["serverInfo"] ==
              Json({{"name", "desk"}, {"title", "The desk"}, {"version", "1.2"}}));
        CHECK(result["instructions"] == "Ask before you delete.");
        CHECK(result["capabilities"]["tools"]["listChanged"] == true);
        CHECK(result["capabilities"].contains("logging"));
        CHECK_FALSE(result["capabilities"].contains("resources"));
    }
}

TEST_CASE("a server with offers declares resources, prompts and completions") {
    Program program;
    program.has_offers = true;
    Conversation client(program);
    const Json all = client.ask(
        "initialize", Conversation::initialize_params("2025-11-25"))["result"]["capabilities"];
    CHECK(all["resources"] == Json({{"listChanged", true}, {"subscribe", true}}));
    CHECK(all["prompts"] == Json({{"listChanged", true}}));
    CHECK(all.contains("completions"));
}

TEST_CASE("a client of an unknown revision is answered in the latest one") {
    Program program;
    Conversation client(program);
    const Json result =
        client.ask("initialize", Conversation::initialize_params("2031-01-01"))["result"];
    CHECK(result["protocolVersion"] == "2025-11-25");
}

TEST_CASE("initialize names the member that is missing or wrong") {
    const Json good = Conversation::initialize_params("2025-11-25");
    struct Case {
        const char* pointer;
        Json value;  // discarded: the member is left out
        const char* place;
    };
    const std::array cases{
        Case{"/protocolVersion", Json(Json::value_t::discarded), "/params/protocolVersion"},
        Case{"/protocolVersion", 7, "/params/protocolVersion"},
        Case{"/capabilities", Json(Json::value_t::discarded), "/params/capabilities"},
        Case{"/clientInfo", Json(Json::value_t::discarded), "/params/clientInfo"},
        Case{"/clientInfo", "tester", "/params/clientInfo"},
        Case{"/clientInfo/name", 7, "/params/clientInfo/name"},
        Case{"/clientInfo/name", std::string(128, 'n'), "/params/clientInfo/name"},
        Case{"/clientInfo/version", Json(Json::value_t::discarded), "/params/clientInfo/version"},
    };
    for (const Case& one : cases) {
        Program program;
        Conversation client(program);
        Json params = good;
        const Json::json_pointer pointer(one.pointer);
        if (one.value.is_discarded()) {
            params[pointer.parent_pointer()].erase(pointer.back());
        } else {
            params[pointer] = one.value;
        }
        const Json answer = client.ask("initialize", params);
        CHECK(error_code(answer) == -32602);
        CHECK(answer["error"]["message"].get<std::string>().find(one.place) != std::string::npos);
        // A correct one may follow.
        client.begin();
    }
}

TEST_CASE("a request before initialize is refused, and ping is answered") {
    Program program;
    Conversation client(program);
    CHECK(client.ask("ping")["result"] == Json::object());
    for (const char* method : {"tools/list", "tools/call", "logging/setLevel"})
        CHECK(error_code(client.ask(method)) == -32600);
    client.begin();
    CHECK(client.ask("tools/list").contains("result"));
    CHECK(client.ask("ping")["result"] == Json::object());
}

TEST_CASE("a second initialize is refused, and the conversation goes on") {
    Program program;
    Conversation client(program);
    client.begin("2025-06-18");
    CHECK(error_code(client.ask("initialize", Conversation::initialize_params("2025-11-25"))) ==
          -32600);
    CHECK(client.ask("tools/list").contains("result"));
}

TEST_CASE("an unknown method is not found") {
    Program program;
    Conversation client(program);
    client.begin();
    for (const char* method :
         {"resources/list", "prompts/list", "completion/complete", "tasks/list"})
        CHECK(error_code(client.ask(method)) == -32601);
}

TEST_CASE("a batch is taken in revision 2025-03-26 alone") {
    const char* const batch =
        R"([{"jsonrpc":"2.0","id":71,"method":"ping"},{"jsonrpc":"2.0","id":72,"method":"ping"}])";
    for (const char* revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
        Program program;
        Conversation client(program);
        client.begin(revision);
        client.raw(batch);
        const Json last = client.messages().back();
        CHECK(last.is_array() == (std::string_view(revision) == "2025-03-26"));
        if (last.is_array()) CHECK(last.size() == 2);
        if (!last.is_array()) CHECK(error_code(last) == -32600);
    }
}

TEST_CASE("an error without an id has null before revision 2025-11-25, and none in it") {
    for (const char* revision : {"2025-06-18", "2025-11-25"}) {
        Program program;
        Conversation client(program);
        client.begin(revision);
        client.raw("{");
        const Json last = client.messages().back();
        CHECK(error_code(last) == -32700);
        CHECK(last.contains("id") == (std::string_view(revision) == "2025-06-18"));
    }
}

TEST_CASE("a server that ends while the catalogue changes hears no more of it") {
    Program program;
    // It hears of a change before the server does.
    const auto first = program.registry.listen([&program](std::uint64_t) { program.end_server(); });
    {
        Conversation client(program);
        client.begin();
    }
    program.add_allowed("late", [] {});
    CHECK(program.registry.snapshot()->contracts().size() == 1);
}

TEST_CASE("a message of no call is told to the sessions that want its level") {
    Program program;
    Conversation all(program);
    Conversation few(program);
    Conversation silent(program);
    all.begin();
    few.begin();
    all.ask("logging/setLevel", {{"level", "debug"}});
    few.ask("logging/setLevel", {{"level", "error"}});
    program.server().log({LogLevel::debug, "small", "files/disk"});
    program.server().log({LogLevel::error, "large"});
    program.server().log({LogLevel::error, "\xFF"});
    CHECK(all.count("notifications/message") == 2);
    CHECK(few.count("notifications/message") == 1);
    CHECK(silent.count("notifications/message") == 0);
    const Json first = all.messages().at(2)["params"];
    CHECK(first == Json({{"level", "debug"}, {"data", "small"}, {"logger", "files/disk"}}));
    CHECK(few.notification("notifications/message")["params"] ==
          Json({{"level", "error"}, {"data", "large"}}));
}

TEST_CASE("the owner hears of the least level that a session wants") {
    Program program;
    std::vector<LogLevel> heard;
    program.on_log_level = [&](LogLevel least) { heard.push_back(least); };
    Conversation first(program);
    first.begin();
    first.ask("logging/setLevel", {{"level", "error"}});
    {
        Conversation second(program);
        second.begin();
        second.ask("logging/setLevel", {{"level", "debug"}});
        first.ask("logging/setLevel", {{"level", "warning"}});
    }
    first.ask("logging/setLevel", {{"level", "notice"}});
    CHECK(heard == std::vector<LogLevel>{LogLevel::error, LogLevel::debug, LogLevel::debug,
                                         LogLevel::notice});
}
