// Tests of runtime/src/mcp/client/http/{streamable_http,streamable/session_end}.cpp.
#include "mcp/client/http/streamable_http.hpp"

#include "mcp/client/http/scripted_server.hpp"

#include <future>
#include <thread>

using namespace iam;
using namespace iam::test;
using namespace std::chrono_literals;
using Catch::Contains;

TEST_CASE("a message is posted as its text, with the fields of the configuration") {
    StreamableSide side;
    side.fields = {{"X-API-Key", "k"}, {"Accept", "text/plain"}};
    side.open();
    REQUIRE(side.request(1, "initialize"));
    auto post = side.server.take("POST");
    CHECK(post.request.body == R"({"id":1,"jsonrpc":"2.0","method":"initialize","params":{}})");
    CHECK(post.request.target == "/mcp");
    CHECK(post.field("Content-Type") == "application/json");
    CHECK(post.field("Accept") == "application/json, text/event-stream");
    CHECK(post.request.fields.count("Accept") == 1);
    CHECK(post.field("X-API-Key") == "k");
    for (const char* absent :
         {"MCP-Session-Id", "MCP-Protocol-Version", "Mcp-Method", "Authorization"})
        CHECK_FALSE(post.request.fields.find(absent));
    post.json(side.answer_text(1));
    CHECK(side.log.message() == side.answer_text(1));
}

TEST_CASE("a session and its revision are named from the answer to initialize on") {
    StreamableSide side;
    side.open_session();
    REQUIRE(side.request(1, "tools/list"));
    auto post = side.server.take("POST");
    CHECK(post.field("MCP-Session-Id") == "s1");
    CHECK(post.field("MCP-Protocol-Version") == "2025-11-25");
    CHECK_FALSE(post.request.fields.find("Mcp-Method"));
    post.json(side.answer_text(1), 200, {{"MCP-Session-Id", "s2"}});
    side.log.message();
    REQUIRE(side.request(2, "tools/list"));
    CHECK(side.server.take("POST").field("MCP-Session-Id") == "s1");
}

TEST_CASE("a session id that is no visible ASCII is none") {
    StreamableSide side;
    side.open();
    REQUIRE(side.request(0, "initialize"));
    side.server.take("POST").json(side.answer_text(0), 200, {{"MCP-Session-Id", "a b"}});
    side.log.message();
    REQUIRE(side.request(1, "tools/list"));
    CHECK_FALSE(side.server.take("POST").request.fields.find("MCP-Session-Id"));
}

TEST_CASE("no message follows before the server has taken notifications/initialized") {
    StreamableSide side;
    side.open_session();
    REQUIRE(side.notify("notifications/initialized"));
    CHECK_FALSE(side.request(1, "tools/list"));
    side.server.take("POST").status(202);
    side.log.wait_for_free();
    CHECK(side.request(1, "tools/list"));
    side.server.take("POST").json(side.answer_text(1));
    side.log.message();
}

TEST_CASE("a session is ended when the transport goes") {
    StreamableSide side;
    side.limits.delete_time = k_patience;
    side.fields = {{"X-API-Key", "k"}};
    side.open_session();
    std::thread ending([&] { side.transport.reset(); });
    auto last = side.server.take("DELETE");
    CHECK(last.field("MCP-Session-Id") == "s1");
    CHECK(last.field("MCP-Protocol-Version") == "2025-11-25");
    CHECK(last.field("X-API-Key") == "k");
    last.status(405);
    ending.join();
}

TEST_CASE("a server that does not answer the end of a session holds nobody up") {
    StreamableSide side;
    side.open_session();
    side.transport.reset();
    CHECK(side.log.is_empty());
}

TEST_CASE("a transport without a session sends nothing when it goes") {
    StreamableSide side;
    side.open("2026-07-28");
    side.transport.reset();
    CHECK(side.server.has_none());
}

TEST_CASE("requests under way end without an event when the transport goes") {
    StreamableSide side;
    side.open();
    REQUIRE(side.request(1, "initialize"));
    auto post = side.server.take("POST");
    post.begin_events();
    side.transport.reset();
    CHECK(side.log.is_empty());
}

TEST_CASE("a session that the server does not know any more ends the transport") {
    StreamableSide side;
    side.open_session();
    REQUIRE(side.request(1, "tools/list"));
    REQUIRE(side.request(2, "tools/list"));
    auto first = side.server.take("POST");
    auto second = side.server.take("POST");
    first.json(R"({"error":{"code":-32001,"message":"Session not found"},"id":null})", 404);
    const auto failure = side.log.failure();
    CHECK(failure.error.code == -32001);
    CHECK_THAT(side.log.end().message, Contains("does not know the session"));
    second.json(side.answer_text(2));
    CHECK(side.request(3, "tools/list"));
    side.transport.reset();
    CHECK(side.server.has_none());
    CHECK(side.log.is_empty());
}

TEST_CASE("a notification finds out that a session is lost, too") {
    StreamableSide side;
    side.open_session();
    REQUIRE(side.notify("notifications/roots/list_changed"));
    side.server.take("POST").status(404, {}, "gone");
    CHECK(side.log.end().code == Errc::unavailable);
}

TEST_CASE("404 without a session is a refusal") {
    StreamableSide side;
    side.open();
    REQUIRE(side.request(1, "initialize"));
    side.server.take("POST").status(404, {}, "no such page");
    const auto failure = side.log.failure();
    CHECK(failure.request == "1");
    CHECK(failure.error.code == 404);
    CHECK_THAT(failure.error.message, Contains("HTTP 404") && Contains("no such page"));
}

TEST_CASE("a request without a session names its revision, method and name") {
    StreamableSide side;
    side.parameter_fields = [](const Json& params) {
        return net::Fields{{"Mcp-Param-Region", params["arguments"]["region"].get<std::string>()}};
    };
    side.open("2026-07-28");
    REQUIRE(side.request(1, "tools/call", R"({"name":"añadir","arguments":{"region":"eu"}})"));
    auto post = side.server.take("POST");
    CHECK(post.field("MCP-Protocol-Version") == "2026-07-28");
    CHECK(post.field("Mcp-Method") == "tools/call");
    CHECK(post.field("Mcp-Name") == "=?base64?YcOxYWRpcg==?=");
    CHECK(post.field("Mcp-Param-Region") == "eu");
    post.json(side.answer_text(1), 200, {{"MCP-Session-Id", "s1"}});
    side.log.message();
    REQUIRE(side.request(2, "tools/list"));
    post = side.server.take("POST");
    CHECK(post.field("Mcp-Method") == "tools/list");
    for (const char* absent : {"MCP-Session-Id", "Mcp-Name", "Mcp-Param-Region"})
        CHECK_FALSE(post.request.fields.find(absent));
}

TEST_CASE("without a session a cancellation closes the stream of its request") {
    StreamableSide side;
    side.open("2026-07-28");
    REQUIRE(side.request(1, "tools/call", R"({"name":"a"})"));
    auto post = side.server.take("POST");
    post.begin_events();
    std::promise<void> gone;
    post.exchange.on_gone([&] { gone.set_value(); });
    REQUIRE(side.notify("notifications/cancelled", R"({"requestId":1})"));
    CHECK(gone.get_future().wait_for(k_patience) == std::future_status::ready);
    REQUIRE(side.notify("notifications/cancelled", R"({"requestId":9})"));
    CHECK(side.server.has_none());
    CHECK(side.log.is_empty());
}

TEST_CASE("in a session a cancellation is sent, and then the answer is not waited for") {
    StreamableSide side;
    side.open_session();
    REQUIRE(side.request(1, "tools/call", R"({"name":"a"})"));
    auto post = side.server.take("POST");
    post.begin_events();
    std::promise<void> gone;
    post.exchange.on_gone([&] { gone.set_value(); });
    REQUIRE(side.notify("notifications/cancelled", R"({"requestId":1})"));
    auto cancellation = side.server.take("POST");
    CHECK_THAT(cancellation.request.body, Contains("notifications/cancelled"));
    cancellation.status(202);
    CHECK(gone.get_future().wait_for(k_patience) == std::future_status::ready);
}

TEST_CASE("requests and other messages under way are limited apart from each other") {
    StreamableSide side;
    side.limits.requests_max = 2;
    side.limits.others_max = 1;
    side.open();
    REQUIRE(side.request(1, "a"));
    REQUIRE(side.request(2, "b"));
    CHECK_FALSE(side.request(3, "c"));
    REQUIRE(side.notify("n"));
    CHECK_FALSE(side.notify("m"));
    for (int i = 0; i < 3; ++i) {
        auto post = side.server.take("POST");
        const Json message = parse_json(post.request.body).value();
        message.contains("id") ? post.json(side.answer_text(message["id"])) : post.status(202);
    }
    side.log.wait_for_free();
    side.log.message();
    side.log.message();
    REQUIRE(side.request(3, "c"));
    side.server.take("POST").json(side.answer_text(3));
    CHECK(side.log.message() == side.answer_text(3));
}

TEST_CASE("a URL of another scheme is never asked") {
    StreamableSide side;
    side.url = GENERATE(as<std::string>(), "file:///etc/passwd", "ftp://127.0.0.1/", "mcp");
    side.open();
    REQUIRE(side.request(1, "initialize"));
    const auto failure = side.log.failure();
    CHECK(failure.error.code == mcp::k_not_sent_code);
    CHECK_THAT(failure.error.message, Contains("no URL of a server"));
}

TEST_CASE("a server that cannot be reached has not got the request") {
    StreamableSide side;
    side.url = "http://127.0.0.1:1/mcp";
    side.open();
    REQUIRE(side.request(1, "initialize"));
    const auto failure = side.log.failure();
    CHECK(failure.request == "1");
    CHECK(failure.error.code == mcp::k_not_sent_code);
}
