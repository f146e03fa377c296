#include "mcp/http_program.hpp"
#include "mcp/stateless_conversation.hpp"

#include <future>
#include <thread>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

/// serve_http on a thread of its own.
struct ServedHttp {
    Program program{};
    std::stop_source stop{};
    std::optional<Result<void>> ended{};
    unsigned port = 0;
    std::thread thread{};

    void start(HttpSettings settings = {}) {
        std::promise<unsigned> listening;
        HttpParts parts;
        parts.subject = {.user = "ann"};
        parts.stop = stop.get_token();
        parts.on_listening = [&](const std::vector<net::Endpoint>& endpoints) {
            listening.set_value(endpoints.front().port);
        };
        Server& server = program.server();
        thread = std::thread(
            [this, &server, parts, settings] { ended = serve_http(server, parts, settings); });
        port = listening.get_future().get();
    }
    void end() {
        stop.request_stop();
        if (thread.joinable()) thread.join();
    }
    ~ServedHttp() { end(); }
};

}  // namespace

TEST_CASE("a server over HTTP answers until it is asked to stop") {
    ServedHttp served;
    define_add(served.program);
    served.start();
    HttpClient client(served.port);
    const auto begun =
        client.post(request_text(1, "initialize", Conversation::initialize_params("2025-11-25")));
    CHECK(begun.status == 200);
    CHECK(begun.json()["result"]["serverInfo"]["name"] == "desk");
    served.end();
    REQUIRE(served.ended);
    CHECK(served.ended->has_value());
    CHECK(client.is_closed());
}

TEST_CASE("a call that runs when the server is stopped is asked to stop, and is answered") {
    ServedHttp served;
    Sleeper sleeper(served.program);
    served.start();
    HttpClient client(served.port);
    const auto begun =
        client.post(request_text(1, "initialize", Conversation::initialize_params("2025-11-25")));
    const HttpClient::Fields session{{"MCP-Session-Id", begun.fields.at("mcp-session-id")}};
    client.send("POST", request_text(2, "tools/call", {{"name", "sleep"}}), session);
    sleeper.wait_until_it_runs();
    served.stop.request_stop();
    const auto answer = client.answer();
    CHECK(answer.status == 200);
    CHECK(answer.json()["id"] == 2);
    served.end();
}

TEST_CASE("the end of a server over HTTP stops functions that wait for clients without a session") {
    ServedHttp served;
    std::atomic<int> stopped{0};
    served.program.add_allowed("greet", [&](Context& context) {
        const auto name = context.elicit("user_name", {"Name?", R"({"type":"object"})"});
        if (!name && context.stop().stop_requested()) ++stopped;
        return name.has_value();
    });
    served.start();
    constexpr int k_clients = 3;
    for (int id = 0; id < k_clients; ++id) {
        const auto question = HttpClient(served.port)
                                  .post(request_text(id, "tools/call", call_params("greet")),
                                        {{"MCP-Protocol-Version", k_stateless_revision},
                                         {"Mcp-Method", "tools/call"},
                                         {"Mcp-Name", "greet"}});
        CHECK(question.json()["result"]["resultType"] == "input_required");
    }
    served.end();
    CHECK(stopped == k_clients);
    CHECK(recorded_outcomes(served.program) == k_clients);
}

TEST_CASE("an address that is not this machine's own is refused without TLS") {
    Program program;
    HttpParts parts;
    parts.listen.endpoints = {{"0.0.0.0", 0}};
    const auto served = serve_http(program.server(), parts);
    REQUIRE_FALSE(served);
    CHECK(served.error().code == Errc::invalid_argument);
}

TEST_CASE(
    "a server over HTTP that is stopped answers the calls of all sessions, and records them") {
    constexpr int k_sessions = 100;
    ServedHttp served;
    Holder holder(served.program);
    served.start();
    std::vector<std::unique_ptr<HttpClient>> clients;
    for (int i = 0; i < k_sessions; ++i) {
        clients.push_back(std::make_unique<HttpClient>(served.port));
        const auto begun = clients.back()->post(
            request_text(0, "initialize", Conversation::initialize_params("2025-11-25")));
        clients.back()->send("POST", request_text(1, "tools/call", {{"name", "hold"}}),
                             {{"MCP-Session-Id", begun.fields.at("mcp-session-id")}});
    }
    holder.wait_until_running(k_sessions);
    served.end();
    CHECK(served.ended->has_value());
    for (const auto& client : clients) CHECK(client->answer().json()["id"] == 1);
    CHECK(recorded_outcomes(served.program) == k_sessions);
}
