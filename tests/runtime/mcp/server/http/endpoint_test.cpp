// Tests of runtime/src/mcp/server/http/http_sessions.cpp, too.
#include "mcp/http_program.hpp"

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

std::string initialize_text() {
    return request_text(0, "initialize", Conversation::initialize_params("2025-11-25"));
}

}  // namespace

TEST_CASE("a session begins with initialize and has an id of its own") {
    HttpProgram program;
    program.start();
    const HttpConversation one(program);
    const HttpConversation two(program);
    CHECK(one.fields.at("MCP-Session-Id").size() == 32);
    CHECK(one.fields.at("MCP-Session-Id") != two.fields.at("MCP-Session-Id"));
}

TEST_CASE("a request with an answer gets it as JSON") {
    HttpProgram program;
    define_add(program.program);
    program.start();
    const HttpConversation conversation(program);
    const auto answer = conversation.call(1, "add", {{"a", 2}});
    CHECK(answer.status == 200);
    CHECK(answer.fields.at("content-type") == "application/json");
    CHECK(answer.json()["result"]["structuredContent"]["result"] == 3);
}

TEST_CASE("a message that wants no answer gets 202") {
    HttpProgram program;
    program.start();
    const HttpConversation conversation(program);
    const auto answer = conversation.post(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})");
    CHECK(answer.status == 202);
    CHECK(answer.body.empty());
}

TEST_CASE("a request without a session is refused unless it is initialize") {
    HttpProgram program;
    program.start();
    const std::string body =
        GENERATE(as<std::string>(), R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})",
                 R"({"jsonrpc":"2.0","id":1,"method":"ping"})",
                 R"({"jsonrpc":"2.0","method":"notifications/initialized"})", "{", "[]", "");
    INFO(body);
    const auto answer = HttpClient(program.port).post(body);
    CHECK(answer.status == 400);
    CHECK(answer.json().contains("error"));
    CHECK(answer.fields.count("mcp-session-id") == 0);
}

TEST_CASE("a session that has ended, or never was, is 404") {
    HttpProgram program;
    program.start();
    const HttpConversation conversation(program);
    HttpClient ending(program.port);
    ending.send("DELETE", "", conversation.fields);
    CHECK(ending.answer().status == 204);
    CHECK(conversation.post(request_text(1, "ping")).status == 404);
    auto unknown = conversation;
    unknown.fields["MCP-Session-Id"] = "0123456789abcdef0123456789abcdef";
    CHECK(unknown.post(request_text(1, "ping")).status == 404);
    ending.send("DELETE", "", conversation.fields);
    CHECK(ending.answer().status == 404);
}

TEST_CASE("a request that names two sessions is refused") {
    HttpProgram program;
    program.start();
    HttpConversation conversation(program);
    conversation.fields["mcp-session-id"] = HttpConversation(program).fields.at("MCP-Session-Id");
    CHECK(conversation.post(request_text(1, "ping")).status == 400);
}

TEST_CASE("a request that names a revision without sessions is refused") {
    HttpProgram program;
    program.start();
    HttpConversation conversation(program);
    conversation.fields["MCP-Protocol-Version"] = "2099-01-01";
    CHECK(conversation.post(request_text(1, "ping")).status == 400);
    conversation.fields["MCP-Protocol-Version"] = "2025-06-18";
    CHECK(conversation.post(request_text(3, "ping")).status == 200);
    conversation.fields["MCP-Protocol-Version"] = "";
    CHECK(conversation.post(request_text(2, "ping")).status == 200);
}

TEST_CASE("other paths and methods are refused with those that there are") {
    HttpProgram program;
    program.start();
    HttpClient client(program.port);
    client.send("POST", "{}", {}, "/other");
    CHECK(client.answer().status == 404);
    client.send("PUT", "{}");
    const auto refused = client.answer();
    CHECK(refused.status == 405);
    CHECK(refused.fields.at("allow") == "POST, GET, DELETE");
}

TEST_CASE("a media type that no answer could have is refused before anything runs") {
    HttpProgram program;
    program.start();
    HttpClient client(program.port);
    CHECK(client.post(initialize_text(), {{"Content-Type", "text/plain"}}).status == 415);
    CHECK(client.post(initialize_text(), {{"Accept", "application/json"}}).status == 406);
    client.send("GET", "", {{"Accept", "application/json"}});
    CHECK(client.answer().status == 406);
}

TEST_CASE("a session ends after it was idle for its time") {
    HttpProgram program;
    program.start();
    const HttpConversation idle(program);
    program.pass(program.http.session_idle - std::chrono::milliseconds(1));
    CHECK(idle.post(request_text(1, "ping")).status == 200);
    program.pass(program.http.session_idle - std::chrono::milliseconds(1));
    CHECK(idle.post(request_text(2, "ping")).status == 200);
    program.pass(program.http.session_idle);
    CHECK(idle.post(request_text(3, "ping")).status == 404);
}

TEST_CASE("a session with an open stream or a running call is not idle") {
    HttpProgram program;
    Sleeper sleeper(program.program);
    program.start();
    const HttpConversation listening(program);
    const HttpConversation calling(program);
    HttpClient stream(program.port);
    stream.send("GET", "", listening.fields);
    CHECK(stream.head().status == 200);
    HttpClient call(program.port);
    call.send("POST", calling.call_text(1, "sleep"), calling.fields);
    sleeper.wait_until_it_runs();
    program.pass(2 * program.http.session_idle);
    CHECK(listening.post(request_text(2, "ping")).status == 200);
    CHECK(calling.post(request_text(3, "ping")).status == 200);
}

TEST_CASE("beyond the maximum the session that was idle for the longest time ends") {
    HttpProgram program;
    program.http.sessions_max = 2;
    program.start();
    const HttpConversation first(program);
    program.pass(std::chrono::seconds(1));
    const HttpConversation second(program);
    program.pass(std::chrono::seconds(1));
    CHECK(first.post(request_text(1, "ping")).status == 200);
    const HttpConversation third(program);
    CHECK(second.post(request_text(1, "ping")).status == 404);
    CHECK(first.post(request_text(2, "ping")).status == 200);
    CHECK(third.post(request_text(1, "ping")).status == 200);
}

TEST_CASE("a client that comes while all sessions are at work is told so") {
    HttpProgram program;
    program.http.sessions_max = 1;
    program.start();
    const HttpConversation at_work(program);
    HttpClient stream(program.port);
    stream.send("GET", "", at_work.fields);
    CHECK(stream.head().status == 200);
    const auto refused = HttpClient(program.port).post(initialize_text());
    CHECK(refused.status == 503);
    CHECK(at_work.post(request_text(1, "ping")).status == 200);
}

TEST_CASE("XM06 clients that only begin leave no more sessions than the maximum") {
    HttpProgram program;
    program.http.sessions_max = 100;
    program.start();
    HttpClient client(program.port);
    std::string first;
    for (int i = 0; i < 5000; ++i) {
        const auto begun = client.post(initialize_text());
        REQUIRE(begun.status == 200);
        if (i == 0) first = begun.fields.at("mcp-session-id");
    }
    CHECK(client.post(request_text(1, "ping"), {{"MCP-Session-Id", first}}).status == 404);
    const HttpConversation later(program);
    CHECK(later.post(request_text(1, "ping")).status == 200);
}

TEST_CASE("XM07 a session is of its own user only") {
    HttpProgram program;
    program.start();
    const HttpConversation conversation(program);
    HttpSessions sessions(1);
    const auto session = std::make_shared<HttpSession>(HttpSession::Parts{
        .server = program.program.server(), .id = "a", .subject = {.user = "ann"}, .on_wake = [] {
        }});
    REQUIRE(sessions.add(session));
    CHECK(sessions.find("a", {.user = "ann"}) == session);
    CHECK(sessions.find("a", {.user = "bob"}) == nullptr);
    CHECK(sessions.find("a", {.user = "ann", .workspace = "w"}) == nullptr);
}

TEST_CASE("a server that ends takes no more requests") {
    HttpProgram program;
    program.start();
    const HttpConversation conversation(program);
    program.endpoint->begin_end();
    CHECK(conversation.post(request_text(1, "ping")).status == 503);
}

TEST_CASE("a slow client hinders no other one") {
    HttpProgram program;
    Sleeper sleeper(program.program);
    define_add(program.program);
    program.start();
    const HttpConversation slow(program);
    HttpClient call(program.port);
    call.send("POST", slow.call_text(1, "sleep"), slow.fields);
    sleeper.wait_until_it_runs();
    // One that sends half of a request, and one that reads nothing.
    HttpClient half(program.port);
    half.raw("POST /mcp HTTP/1.1\r\nHost: 127");
    HttpClient unread(program.port);
    unread.send("GET", "", slow.fields);
    const HttpConversation other(program);
    CHECK(other.call(1, "add", {{"a", 1}}).status == 200);
}

TEST_CASE("a hundred sessions call at once") {
    HttpProgram program;
    define_add(program.program);
    program.start();
    std::vector<std::unique_ptr<HttpConversation>> sessions;
    std::vector<std::unique_ptr<HttpClient>> clients;
    for (int i = 0; i < 100; ++i) {
        sessions.push_back(std::make_unique<HttpConversation>(program));
        clients.push_back(std::make_unique<HttpClient>(program.port));
    }
    const std::string call =
        request_text(1, "tools/call", {{"name", "add"}, {"arguments", {{"a", 4}}}});
    for (std::size_t i = 0; i < clients.size(); ++i)
        clients[i]->send("POST", call, sessions[i]->fields);
    for (const auto& client : clients)
        CHECK(client->answer().json()["result"]["structuredContent"]["result"] == 5);
}

TEST_CASE("the record of a call over HTTP names the client, its conversation and its address") {
    HttpProgram program;
    define_add(program.program);
    program.start();
    const HttpConversation conversation(program);
    const Json result = conversation.call(7, "add", {{"a", 1}}).json()["result"];
    const auto entries =
        program.program.store->entries_of_call(result["_meta"]["iam/result"]["call"]);
    REQUIRE(entries.has_value());
    REQUIRE_FALSE(entries->empty());
    INFO(entries->front().text);
    const auto entry = ledger::decode(entries->front().text);
    REQUIRE(entry.has_value());
    REQUIRE(entry->entry.proposer.has_value());
    const Proposer& proposer = *entry->entry.proposer;
    CHECK(proposer.provider == "tester 9");
    CHECK_THAT(proposer.conversation_id, Catch::Matches("[0-9a-f]{32} from 127\\.0\\.0\\.1"));
    CHECK(proposer.request_id == "7");
}

TEST_CASE("XM67 a cancellation of another session's request cancels nothing") {
    HttpProgram program;
    Holder holder(program.program);
    program.start();
    const HttpConversation victim(program);
    const HttpConversation attacker(program);
    HttpClient call(program.port);
    call.send("POST", victim.call_text(1, "hold"), victim.fields);
    holder.wait_until_running(1);
    const std::string cancellation =
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})";
    CHECK(attacker.post(cancellation).status == 202);
    CHECK(HttpClient(program.port).post(cancellation).status == 400);
    holder.let_go();
    CHECK(call.answer().json()["result"]["structuredContent"]["result"] == false);
}

TEST_CASE("XM66 an id that repeats over HTTP is refused, and the first call is answered") {
    HttpProgram program;
    Holder holder(program.program);
    program.start();
    const HttpConversation conversation(program);
    HttpClient first(program.port);
    first.send("POST", conversation.call_text(1, "hold"), conversation.fields);
    holder.wait_until_running(1);
    const auto refused = conversation.post(conversation.call_text(1, "hold"));
    CHECK(refused.json()["error"]["code"] == -32600);
    holder.let_go();
    CHECK(first.answer().json()["result"]["structuredContent"]["result"] == false);
    CHECK(recorded_outcomes(program.program) == 1);
}

TEST_CASE("XM65 a batch of 100,000 calls over HTTP is one error, and nothing runs") {
    HttpProgram program;
    Holder holder(program.program);
    program.start();
    const HttpConversation conversation(program, "2025-03-26");
    const std::string call = conversation.call_text(1, "hold");
    std::string batch = "[" + call;
    for (int i = 1; i < 100'000; ++i) batch.append(",").append(call);
    const auto refused = conversation.post(batch + "]");
    CHECK(refused.json()["error"]["code"] == -32600);
    CHECK(conversation.post(request_text(2, "ping")).status == 200);
    CHECK(recorded_outcomes(program.program) == 0);
}
