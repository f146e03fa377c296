// Tests of runtime/src/mcp/server/stateless/results.cpp, too.
#include "mcp/stateless_conversation.hpp"

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

TEST_CASE("a client without a session discovers the server") {
    Program program;
    program.info.instructions = "Add numbers.";
    program.has_offers = true;
    Conversation client(program);
    const Json result = client.ask("server/discover", with_meta())["result"];
    CHECK(result["supportedVersions"] == Json::array({k_stateless_revision}));
    CHECK(result["instructions"] == "Add numbers.");
    CHECK(result["resultType"] == "complete");
    CHECK(result["cacheScope"] == "private");
    CHECK(result["ttlMs"] == 30'000);
    CHECK(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "desk");
    CHECK(result["capabilities"]["tools"]["listChanged"] == true);
}

TEST_CASE("each request without a session stands alone") {
    Program program;
    define_add(program);
    Conversation client(program);
    const Json list = client.ask("tools/list", with_meta())["result"];
    CHECK(list["tools"].size() == 1);
    CHECK(list["ttlMs"] == 30'000);
    Json params = call_params("add");
    params["arguments"] = {{"a", 2}};
    const Json called = client.ask("tools/call", params)["result"];
    CHECK(called["resultType"] == "complete");
    CHECK(called["structuredContent"]["result"] == 3);
    CHECK(called["_meta"]["iam/result"].contains("entry"));
    CHECK(called["_meta"].contains("io.modelcontextprotocol/serverInfo"));
}

TEST_CASE("the record of a call without a session names its client") {
    Program program;
    define_add(program);
    Conversation client(program);
    Json params = call_params("add");
    params["arguments"] = {{"a", 2}};
    client.ask("tools/call", params);
    const auto entries = program.store->entries({});
    REQUIRE(entries.has_value());
    CHECK(entries->back().text.find("tester 9") != std::string::npos);
}

TEST_CASE("one channel carries requests of both kinds") {
    Program program;
    define_add(program);
    Conversation client(program);
    CHECK(client.ask("tools/list", with_meta()).contains("result"));
    CHECK(error_code(client.ask("tools/list")) == -32600);
    client.begin();
    CHECK(client.ask("tools/list")["result"].count("ttlMs") == 0);
    CHECK(client.ask("tools/list", with_meta())["result"].count("ttlMs") == 1);
    CHECK(client.ask("ping").contains("result"));
}

TEST_CASE("a request names its revision and its client's capabilities") {
    Program program;
    Conversation client(program);
    Json none = with_meta();
    none["_meta"].erase("io.modelcontextprotocol/clientCapabilities");
    CHECK(message_of_refusal(client.ask("tools/list", none)).find("clientCapabilities") !=
          std::string::npos);
    Json wrong = with_meta();
    wrong["_meta"]["io.modelcontextprotocol/clientCapabilities"] = 1;
    CHECK(error_code(client.ask("tools/list", wrong)) == -32602);
    Json number = with_meta();
    number["_meta"]["io.modelcontextprotocol/protocolVersion"] = 1;
    CHECK(error_code(client.ask("tools/list", number)) == -32602);
    Json level = with_meta();
    level["_meta"]["io.modelcontextprotocol/logLevel"] = "loud";
    CHECK(error_code(client.ask("tools/list", level)) == -32602);
    Json unnamed = with_meta();
    unnamed["_meta"].erase("io.modelcontextprotocol/clientInfo");
    CHECK(client.ask("tools/list", unnamed).contains("result"));
    Json long_name = with_meta();
    long_name["_meta"]["io.modelcontextprotocol/clientInfo"]["name"] = std::string(128, 'a');
    CHECK(error_code(client.ask("tools/list", long_name)) == -32602);
}

TEST_CASE("a revision that is not spoken without a session is refused with those that are") {
    Program program;
    Conversation client(program);
    const std::string revision = GENERATE(as<std::string>(), "2025-11-25", "2099-01-01", "");
    Json params = with_meta();
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = revision;
    const Json refused = client.ask("tools/list", params);
    CHECK(error_code(refused) == -32022);
    CHECK(refused["error"]["data"]["requested"] == revision);
    CHECK(refused["error"]["data"]["supported"] == Json::array({k_stateless_revision}));
}

TEST_CASE("methods of the other kind of client are unknown") {
    Program program;
    program.has_offers = true;
    Conversation client(program);
    for (const char* method : {"initialize", "ping", "logging/setLevel", "resources/subscribe",
                               "resources/unsubscribe", "nothing"}) {
        INFO(method);
        CHECK(error_code(client.ask(method, with_meta())) == -32601);
    }
    client.begin();
    CHECK(error_code(client.ask("server/discover")) == -32601);
    CHECK(error_code(client.ask("subscriptions/listen")) == -32601);
}

TEST_CASE("a resource that is not there is a wrong parameter for a client without a session") {
    Program program;
    program.has_offers = true;
    Conversation client(program);
    const Json refused = client.ask("resources/read", with_meta({{"uri", "test://none"}}));
    CHECK(error_code(refused) == -32602);
    CHECK(refused["error"]["data"]["uri"] == "test://none");
}

TEST_CASE("a function's log reaches a client without a session that named a level") {
    Program program;
    program.add_allowed("talk", [](Context& context) {
        context.log(LogLevel::info, "said");
        context.log(LogLevel::debug, "whispered");
    });
    Conversation client(program);
    client.ask("tools/call", call_params("talk"));
    CHECK(client.count("notifications/message") == 0);
    Json params = call_params("talk");
    params["_meta"]["io.modelcontextprotocol/logLevel"] = "info";
    client.ask("tools/call", params);
    CHECK(client.count("notifications/message") == 1);
    CHECK(client.notification("notifications/message")["params"]["data"] == "said");
}

TEST_CASE("a call without a session is cancelled by its id") {
    Program program;
    Sleeper sleeper(program);
    Conversation client(program);
    const int id = client.send("tools/call", call_params("sleep"));
    sleeper.wait_until_it_runs();
    client.cancel(id);
    sleeper.wait_until_it_is_stopped();
    client.ask("tools/list", with_meta());
    CHECK_FALSE(client.has_answer(id));
}

TEST_CASE("a call without a session waits for a person as others do") {
    Program program;
    program.settings.wait = std::chrono::milliseconds(0);
    require_ok(define("paint").description("Paints.").call([] {}).add_to(program.registry));
    Conversation client(program);
    const Json asked = client.ask("tools/call", call_params("paint"))["result"];
    CHECK(asked["_meta"]["iam/result"]["code"] == "confirmation_required");
    program.answer(program.only_question().id, consent::Answer::allow_once);
    const Json done = client.ask("tools/call", call_params("paint"))["result"];
    INFO(done.dump());
    CHECK_FALSE(done.contains("isError"));
}

TEST_CASE("a server for clients with sessions alone knows no other requests") {
    Program program;
    program.settings.eras = Eras::sessions;
    Conversation client(program);
    CHECK(error_code(client.ask("server/discover", with_meta())) == -32601);
    client.begin();
    CHECK(client.ask("tools/list", with_meta())["result"].count("ttlMs") == 0);
}

TEST_CASE("a server for clients without sessions alone names its revisions to others") {
    Program program;
    program.settings.eras = Eras::stateless;
    Conversation client(program);
    const Json refused = client.ask("initialize", Conversation::initialize_params("2025-11-25"));
    CHECK(error_code(refused) == -32022);
    CHECK(refused["error"]["data"]["supported"] == Json::array({k_stateless_revision}));
    CHECK(error_code(client.ask("tools/list")) == -32602);
    CHECK(client.ask("tools/list", with_meta()).contains("result"));
}
