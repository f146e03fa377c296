#include "mcp/http_program.hpp"
#include "mcp/stateless_conversation.hpp"

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

Json meta_of_revision(Json params, const std::string& revision) {
    params = with_meta(std::move(params));
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = revision;
    return params;
}

HttpClient::Fields head_of(const std::string& method, const std::string& name = "") {
    return {
        {"MCP-Protocol-Version", k_stateless_revision}, {"Mcp-Method", method}, {"Mcp-Name", name}};
}

std::string call_of(const std::string& tool, const Json& arguments = Json::object()) {
    return request_text(5, "tools/call", with_meta({{"name", tool}, {"arguments", arguments}}));
}

}  // namespace

TEST_CASE("a request without a session is answered by itself") {
    HttpProgram program;
    define_add(program.program);
    program.start();
    HttpClient client(program.port);
    const auto answer = client.post(call_of("add", {{"a", 3}}), head_of("tools/call", "add"));
    INFO(answer.body);
    CHECK(answer.status == 200);
    CHECK(answer.fields.count("mcp-session-id") == 0);
    CHECK(answer.json()["id"] == 5);
    CHECK(answer.json()["result"]["structuredContent"]["result"] == 4);
}

TEST_CASE("XM09 a head that says another thing than the body is refused") {
    HttpProgram program;
    define_add(program.program);
    program.start();
    HttpClient client(program.port);
    const auto fields =
        GENERATE(HttpClient::Fields{{"MCP-Protocol-Version", "2025-11-25"},
                                    {"Mcp-Method", "tools/call"},
                                    {"Mcp-Name", "add"}},
                 HttpClient::Fields{{"Mcp-Method", "tools/call"}, {"Mcp-Name", "add"}},
                 head_of("tools/list", "add"), head_of("tools/call", "other"), head_of("", "add"),
                 head_of("tools/call"));
    const auto answer = client.post(call_of("add", {{"a", 3}}), fields);
    CHECK(answer.status == 400);
    CHECK(answer.json()["error"]["code"] == -32020);
    CHECK(answer.json()["id"] == 5);
}

TEST_CASE("errors of the era without sessions have the statuses of its revision") {
    HttpProgram program;
    program.start();
    HttpClient client(program.port);
    const auto unknown_method = client.post(
        request_text(1, "nothing/here", with_meta(Json::object())), head_of("nothing/here"));
    CHECK(unknown_method.status == 404);
    CHECK(unknown_method.json()["error"]["code"] == -32601);
    auto fields = head_of("tools/list");
    fields["MCP-Protocol-Version"] = "2099-01-01";
    const auto unknown_revision = client.post(
        request_text(2, "tools/list", meta_of_revision(Json::object(), "2099-01-01")), fields);
    CHECK(unknown_revision.status == 400);
    CHECK(unknown_revision.json()["error"]["code"] == -32022);
    const auto no_meta = client.post(request_text(3, "tools/list"), head_of("tools/list"));
    CHECK(no_meta.status == 400);
    CHECK(no_meta.json()["error"]["code"] == -32602);
    const auto no_json = client.post("{", head_of("tools/list"));
    CHECK(no_json.status == 400);
    CHECK(no_json.json()["error"]["code"] == -32700);
}

TEST_CASE("a client that closes the stream of a request has cancelled it") {
    HttpProgram program;
    Sleeper sleeper(program.program);
    program.start();
    {
        HttpClient client(program.port);
        client.send("POST", call_of("sleep"), head_of("tools/call", "sleep"));
        sleeper.wait_until_it_runs();
    }
    sleeper.wait_until_it_is_stopped();
}

TEST_CASE("a request without a session that takes its time is answered by a stream") {
    HttpProgram program;
    Sleeper sleeper(program.program);
    program.start();
    HttpClient client(program.port);
    client.send("POST", call_of("sleep"), head_of("tools/call", "sleep"));
    sleeper.wait_until_it_runs();
    program.pass(program.http.begin_stream);
    CHECK(client.head().fields.at("content-type") == "text/event-stream");
    program.endpoint->begin_end();
    CHECK(client.message()["id"] == 5);
    CHECK_FALSE(client.event());
}

TEST_CASE("over HTTP a server takes the clients that it is set to take") {
    HttpProgram alone;
    alone.program.settings.eras = Eras::stateless;
    alone.start();
    const std::string initialize =
        request_text(1, "initialize", Conversation::initialize_params("2025-11-25"));
    const auto refused = HttpClient(alone.port).post(initialize, head_of("initialize"));
    CHECK(refused.status == 400);
    CHECK(refused.json()["error"]["code"] == -32022);
    HttpProgram sessions;
    sessions.program.settings.eras = Eras::sessions;
    sessions.start();
    const auto list = HttpClient(sessions.port)
                          .post(request_text(1, "tools/list", with_meta()), head_of("tools/list"));
    CHECK(list.status == 400);
    CHECK(HttpConversation(sessions).post(request_text(1, "ping")).status == 200);
}

TEST_CASE("XM67 a cancellation without a session cancels nobody's request") {
    HttpProgram program;
    Holder holder(program.program);
    program.start();
    const HttpConversation of_session(program);
    HttpClient with(program.port);
    with.send("POST", of_session.call_text(1, "hold"), of_session.fields);
    HttpClient without(program.port);
    without.send("POST", call_of("hold"), head_of("tools/call", "hold"));
    holder.wait_until_running(2);
    HttpClient attacker(program.port);
    for (const int id : {1, 5}) {
        const Json cancellation{{"jsonrpc", "2.0"},
                                {"method", "notifications/cancelled"},
                                {"params", with_meta({{"requestId", id}})}};
        CHECK(attacker.post(cancellation.dump(), head_of("notifications/cancelled")).status == 202);
    }
    holder.let_go();
    for (HttpClient* const client : {&with, &without})
        CHECK(client->answer().json()["result"]["structuredContent"]["result"] == false);
}
