// Tests of runtime/src/mcp/client/http/{sse,sse_post}.cpp.
#include "mcp/client/http/sse.hpp"

#include "mcp/client/http/scripted_server.hpp"

#include <set>
#include <thread>

using namespace iam;
using namespace iam::test;
using namespace std::chrono_literals;
using Catch::Contains;

namespace {

/// A transport over HTTP with SSE to a scripted server. Set members before the first message.
struct SseSide {
    ScriptedServer server{};
    FakeTimers timers{};
    TransportLog log{};
    std::unique_ptr<net::HttpClient> client = loopback_client();
    std::string path = "/sse";
    mcp::SseLimits limits{};
    net::Fields fields{};
    std::mutex mutex{};
    std::multiset<std::string> notes{};
    std::unique_ptr<mcp::Transport> transport{};

    bool send(std::string text, std::optional<int> id = std::nullopt) {
        if (!transport) {
            transport = mcp::make_http_sse({.url = server.origin() + path,
                                            .fields = fields,
                                            .client = *client,
                                            .timers = timers,
                                            .on_note =
                                                [this](std::string_view note) {
                                                    const std::lock_guard lock(mutex);
                                                    notes.emplace(note);
                                                },
                                            .limits = limits},
                                           log.events());
        }
        rpc::Output output;
        output.text = std::move(text);
        if (id) output.own_request = rpc::Id::of(static_cast<std::int64_t>(*id));
        return transport->send(output);
    }
    bool request(int id) {
        return send(R"({"id":)" + std::to_string(id) + R"(,"jsonrpc":"2.0","method":"ask"})", id);
    }
    /// The stream, with its session.
    ScriptedServer::Taken begin(const std::string& endpoint = "/message?sessionId=7") {
        auto stream = server.take("GET");
        stream.begin_events();
        stream.exchange.write(net::sse_text({.type = "endpoint", .data = endpoint}));
        return stream;
    }
    std::size_t count_notes() {
        const std::lock_guard lock(mutex);
        return notes.size();
    }
    static std::string answer_text(int id) {
        return R"({"id":)" + std::to_string(id) + R"(,"jsonrpc":"2.0","result":{}})";
    }
};

}  // namespace

TEST_CASE("messages go to the URL that the stream names, and answers come by the stream") {
    SseSide side;
    side.fields = {{"X-API-Key", "k"}};
    REQUIRE(side.request(1));
    auto stream = side.server.take("GET");
    CHECK(stream.request.target == "/sse");
    CHECK(stream.field("Accept") == "text/event-stream");
    CHECK(stream.field("X-API-Key") == "k");
    stream.begin_events();
    CHECK(side.server.has_none());
    stream.exchange.write(net::sse_text({.type = "endpoint", .data = "/message?sessionId=7"}));
    auto post = side.server.take("POST");
    CHECK(post.request.target == "/message?sessionId=7");
    CHECK(post.request.body == R"({"id":1,"jsonrpc":"2.0","method":"ask"})");
    CHECK(post.field("Content-Type") == "application/json");
    CHECK(post.field("X-API-Key") == "k");
    post.status(202);
    stream.event(side.answer_text(1));
    CHECK(side.log.message() == side.answer_text(1));
    CHECK(side.count_notes() == 0);
}

TEST_CASE("a session is named in many ways") {
    SseSide side;
    REQUIRE(side.request(1));
    auto stream = side.server.take("GET");
    const auto [bytes, target, notes] = GENERATE_REF(table<std::string, std::string, std::size_t>({
        {"event: endpoint\ndata: " + side.server.origin() + "/m?sessionId=7\n\n", "/m?sessionId=7",
         0},
        {"event: endpoint\ndata: ?sessionid=7\n\n", "/sse?sessionid=7", 0},
        {"event: endpoint\ndata: m?x=1\n\n", "/m?x=1", 0},
        {"?sessionid=7\n", "/sse?sessionid=7", 1},
        {"sessionid=7\r\n", "/sse?sessionid=7", 1},
        {"/message?sessionId=7\n\n", "/message?sessionId=7", 1},
        {"data: /message?sessionId=7\n\n", "/message?sessionId=7", 1},
    }));
    INFO(bytes);
    stream.begin_events();
    for (const char byte : bytes) stream.exchange.write(std::string_view(&byte, 1));
    auto post = side.server.take("POST");
    CHECK(post.request.target == target);
    CHECK(side.count_notes() == notes);
    post.status(202);
}

TEST_CASE("an endpoint at another server ends the transport before a message is sent") {
    SseSide side;
    const std::string endpoint =
        GENERATE(as<std::string>(), "http://example.org/message", "file:///etc/passwd",
                 "//example.org/m", "https://127.0.0.1/m");
    REQUIRE(side.request(1));
    auto stream = side.begin(endpoint);
    CHECK(side.log.failure().error.code == mcp::k_not_sent_code);
    CHECK_THAT(side.log.end().message, Contains(endpoint));
    CHECK(side.server.has_none());
}

TEST_CASE("messages wait for the session, and fail without it") {
    SseSide side;
    side.limits.session_time = 10s;
    REQUIRE(side.request(1));
    REQUIRE(side.request(2));
    auto stream = side.server.take("GET");
    stream.begin_events();
    CHECK(side.timers.wait_for_one() == 10s);
    side.timers.pass(10s);
    for (int i = 0; i < 2; ++i) CHECK(side.log.failure().error.code == mcp::k_not_sent_code);
    CHECK_THAT(side.log.end().message, Contains("within 10000 ms"));
    CHECK(side.request(3));
    CHECK(side.log.is_empty());
}

TEST_CASE("a session in time is not judged") {
    SseSide side;
    REQUIRE(side.request(1));
    auto stream = side.begin();
    side.server.take("POST").status(202);
    side.timers.pass(10s);
    stream.event(side.answer_text(1));
    CHECK(side.log.message() == side.answer_text(1));
}

TEST_CASE("messages in envelopes, arrays and texts are unwrapped and noted once") {
    SseSide side;
    REQUIRE(side.request(1));
    auto stream = side.begin();
    side.server.take("POST").status(202);
    for (int i = 0; i < 2; ++i) {
        stream.event("[DONE]");
        stream.event(R"({"event":"message","data":)" + side.answer_text(1) + "}");
        stream.exchange.write(net::sse_text({.type = "heartbeat", .data = "x"}));
        stream.event("[" + side.answer_text(2) + "]");
    }
    for (int i = 0; i < 2; ++i) {
        CHECK(side.log.message() == side.answer_text(1));
        CHECK(side.log.message() == side.answer_text(2));
    }
    CHECK(side.count_notes() == 2);
}

TEST_CASE("a missing page leads to the next URL until one has taken a message") {
    SseSide side;
    side.limits.requests_max = 1;
    REQUIRE(side.request(1));
    CHECK_FALSE(side.request(2));
    auto stream = side.begin();
    for (const char* target : {"/message?sessionId=7", "/sse?sessionid=7", "/message"}) {
        auto post = side.server.take("POST");
        CHECK(post.request.target == target);
        post.status(target == std::string("/message") ? 405 : 404);
    }
    auto post = side.server.take("POST");
    CHECK(post.request.target == "/rpc");
    post.status(202);
    side.log.wait_for_free();
    REQUIRE(side.request(2));
    post = side.server.take("POST");
    CHECK(post.request.target == "/rpc");
    CHECK(side.count_notes() == 1);
}

TEST_CASE("a message that no URL takes fails with the error of the named one") {
    SseSide side;
    REQUIRE(side.request(1));
    auto stream = side.begin("/message");
    for (const char* body : {"first", "b", "c"}) side.server.take("POST").status(404, {}, body);
    const auto failure = side.log.failure();
    CHECK(failure.error.code == 404);
    CHECK_THAT(failure.error.message, Contains("first"));
    CHECK(side.log.is_empty());
}

TEST_CASE("another refusal is final and leads nowhere else") {
    SseSide side;
    REQUIRE(side.request(1));
    auto stream = side.begin();
    const unsigned status = GENERATE(400U, 401U, 500U);
    side.server.take("POST").status(status, {}, "no");
    CHECK(side.log.failure().error.code == status);
    CHECK(side.server.has_none());
}

TEST_CASE("a session that the server forgets ends the transport") {
    SseSide side;
    side.limits.requests_max = 1;
    REQUIRE(side.request(1));
    CHECK_FALSE(side.request(2));
    auto stream = side.begin();
    side.server.take("POST").status(202);
    side.log.wait_for_free();
    REQUIRE(side.request(2));
    side.server.take("POST").status(404);
    CHECK(side.log.failure().request == "2");
    CHECK_THAT(side.log.end().message, Contains("does not know the session"));
}

TEST_CASE("the end of the stream is the end of the transport") {
    SseSide side;
    REQUIRE(side.request(1));
    {
        auto stream = side.begin();
        side.server.take("POST").status(202);
    }
    CHECK_THAT(side.log.end().message, Contains("has ended its stream"));
    CHECK(side.log.is_empty());
}

TEST_CASE("a server without a stream at its URL is asked at /sse, too") {
    SseSide side;
    side.path = "/gateway";
    REQUIRE(side.request(1));
    auto get = side.server.take("GET");
    CHECK(get.request.target == "/gateway");
    get.status(200, {{"Content-Type", "text/html"}}, std::string(100'000, 'x'));
    get = side.server.take("GET");
    CHECK(get.request.target == "/gateway/sse");
    get.status(404, {}, "nothing here");
    const auto failure = side.log.failure();
    CHECK(failure.error.code == 404);
    CHECK_THAT(side.log.end().message, Contains("nothing here"));
}

TEST_CASE("a refusal of the stream is final") {
    SseSide side;
    side.path = "/gateway";
    REQUIRE(side.request(1));
    side.server.take("GET").status(401);
    CHECK(side.log.failure().error.code == 401);
    CHECK_THAT(side.log.end().message, Contains("HTTP 401"));
}

TEST_CASE("redirects at the same origin are followed by stream and messages") {
    SseSide side;
    side.path = "/";
    const unsigned status = GENERATE(301U, 302U, 307U);
    REQUIRE(side.request(1));
    side.server.take("GET").status(status, {{"Location", "/v2/sse"}});
    auto stream = side.server.take("GET");
    CHECK(stream.request.target == "/v2/sse");
    stream.begin_events();
    stream.exchange.write(net::sse_text({.type = "endpoint", .data = "m"}));
    auto post = side.server.take("POST");
    CHECK(post.request.target == "/v2/m");
    post.status(status, {{"Location", "/v3/m"}});
    post = side.server.take("POST");
    CHECK(post.request.target == "/v3/m");
    CHECK(post.request.body == R"({"id":1,"jsonrpc":"2.0","method":"ask"})");
}

TEST_CASE("a redirect of the stream to another server is refused") {
    SseSide side;
    REQUIRE(side.request(1));
    side.server.take("GET").status(302, {{"Location", "http://example.org/sse"}});
    CHECK(side.log.failure().error.code == 302);
    CHECK_THAT(side.log.end().message, Contains("http://example.org/sse"));
}

TEST_CASE("an event over the limit ends the transport") {
    SseSide side;
    side.limits.event_bytes_max = 1000;
    REQUIRE(side.request(1));
    auto stream = side.begin();
    side.server.take("POST").status(202);
    stream.event(std::string(2000, 'x'));
    CHECK_THAT(side.log.end().message, Contains("more than 1000 bytes"));
}

TEST_CASE("waiting messages are limited, and are free when one has gone") {
    SseSide side;
    side.limits.requests_max = 1;
    side.limits.others_max = 1;
    REQUIRE(side.request(1));
    CHECK_FALSE(side.request(2));
    REQUIRE(side.send(R"({"jsonrpc":"2.0","method":"n"})"));
    CHECK_FALSE(side.send(R"({"jsonrpc":"2.0","method":"m"})"));
    auto stream = side.begin();
    side.server.take("POST").status(202);
    side.server.take("POST").status(202);
    side.log.wait_for_free();
}

TEST_CASE("the transport over HTTP with SSE goes at any time without an event") {
    SseSide side;
    REQUIRE(side.request(1));
    const bool has_session = GENERATE(true, false);
    auto stream = has_session ? side.begin() : side.server.take("GET");
    std::optional<ScriptedServer::Taken> post;
    if (has_session) post = side.server.take("POST");
    side.transport.reset();
    side.timers.pass(1min);
    CHECK(side.log.is_empty());
}
