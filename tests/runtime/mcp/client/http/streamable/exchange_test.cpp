#include "mcp/client/http/streamable/exchange.hpp"

#include "mcp/client/http/scripted_server.hpp"

#include <functional>
#include <future>

using namespace iam;
using namespace iam::test;
using namespace std::chrono_literals;
using Catch::Contains;

namespace {

/// A request under way, and the server's side of it.
ScriptedServer::Taken begin_request(StreamableSide& side) {
    side.open();
    REQUIRE(side.request(1, "ask"));
    return side.server.take("POST");
}

}  // namespace

TEST_CASE("a batch in JSON is given as it came") {
    StreamableSide side;
    const std::string batch = "[" + side.answer_text(1) + R"(,{"method":"n"}])";
    begin_request(side).json(batch);
    CHECK(side.log.message() == batch);
}

TEST_CASE("a notification gets no answer, also if the server sends one") {
    StreamableSide side;
    side.open();
    REQUIRE(side.notify("n"));
    side.server.take("POST").json(side.answer_text(1));
    REQUIRE(side.notify("m"));
    side.server.take("POST").status(500, {}, "no");
    REQUIRE(side.request(2, "ask"));
    side.server.take("POST").json(side.answer_text(2));
    CHECK(side.log.message() == side.answer_text(2));
    CHECK(side.log.is_empty());
}

TEST_CASE("a stream gives each message in its order, in pieces of any size") {
    StreamableSide side;
    auto post = begin_request(side);
    post.begin_events();
    const std::string answer = side.answer_text(1, R"("é€")");
    const std::string bytes = net::sse_text({.id = "a", .data = ""}) +
                              ": hello\r\n\r\nevent: message\rdata: {\"method\":\n" +
                              "data: \"n\"}\n\n" + net::sse_text({.data = answer});
    for (const char byte : bytes) REQUIRE(post.exchange.write(std::string_view(&byte, 1)));
    CHECK(side.log.message() == "{\"method\":\n\"n\"}");
    CHECK(side.log.message() == answer);
}

TEST_CASE("a stream that goes on behind the answer is closed after a while") {
    StreamableSide side;
    auto post = begin_request(side);
    post.begin_events();
    std::promise<void> gone;
    post.exchange.on_gone([&] { gone.set_value(); });
    post.event(side.answer_text(1));
    CHECK(side.log.message() == side.answer_text(1));
    post.event(R"({"method":"late"})");
    CHECK(side.timers.wait_for_one() == 1s);
    side.timers.pass(1s);
    CHECK(gone.get_future().wait_for(k_patience) == std::future_status::ready);
    CHECK(side.log.is_empty());
}

TEST_CASE("a stream without end is given up at its limit") {
    StreamableSide side;
    side.limits.stream_bytes_max = 10'000;
    auto post = begin_request(side);
    post.begin_events();
    while (post.exchange.write(": " + std::string(1000, 'x') + "\n\n")) {
    }
    const auto failure = side.log.failure();
    CHECK(failure.error.code == rpc::code::internal_error);
    CHECK_THAT(failure.error.message, Contains("larger than 10000 bytes"));
}

TEST_CASE("an answer over the limit is not read") {
    StreamableSide side;
    side.limits.message_bytes_max = 1000;
    auto post = begin_request(side);
    const std::string answer = side.answer_text(1, '"' + std::string(1000, 'x') + '"');
    const bool is_stream = GENERATE(true, false);
    if (is_stream) {
        post.begin_events();
        post.event(answer);
    } else {
        post.json(answer);
    }
    CHECK_THAT(side.log.failure().error.message, Contains("larger than 1000 bytes"));
}

TEST_CASE("an answer of the largest size is read") {
    StreamableSide side;
    const std::string answer = side.answer_text(1, '"' + std::string(1000, 'x') + '"');
    side.limits.message_bytes_max = answer.size();
    auto post = begin_request(side);
    post.begin_events();
    post.event(answer);
    CHECK(side.log.message() == answer);
}

TEST_CASE("a refusal with a message for the request is the answer") {
    StreamableSide side;
    const std::string answer =
        R"({"error":{"code":-32601,"message":"Unknown method."},"id":1,"jsonrpc":"2.0"})";
    begin_request(side).json(answer, 404);
    CHECK(side.log.message() == answer);
    CHECK(side.log.is_empty());
}

TEST_CASE("a refusal of the revision reaches the owner with the supported ones") {
    StreamableSide side;
    side.open("2026-07-28");
    REQUIRE(side.request(1, "server/discover"));
    side.server.take("POST").json(
        R"({"error":{"code":-32022,"data":{"supported":["2026-09-01"]},"message":"no"}})", 400);
    const auto failure = side.log.failure();
    CHECK(failure.request == "1");
    CHECK(failure.error.code == -32022);
    CHECK(failure.error.data == R"({"supported":["2026-09-01"]})");
}

TEST_CASE("another status is an error with the status and the text") {
    StreamableSide side;
    const unsigned status = GENERATE(400U, 403U, 405U, 429U, 500U, 503U);
    begin_request(side).status(status, {}, "The moon is\nin the way.");
    const auto failure = side.log.failure();
    CHECK(failure.error.code == status);
    CHECK_THAT(failure.error.message,
               Contains("HTTP " + std::to_string(status)) && Contains("The moon is in the way."));
}

TEST_CASE("a long refusal is cut") {
    StreamableSide side;
    side.limits.error_bytes_max = 1000;
    begin_request(side).status(500, {}, std::string(1'000'000, 'x'));
    CHECK(side.log.failure().error.message.size() < 300);
}

TEST_CASE("a response without the answer is an error, since the server may have acted") {
    StreamableSide side;
    auto post = begin_request(side);
    const auto answer_wrongly = GENERATE(
        as<std::function<void(ScriptedServer::Taken&)>>(), [](auto& to) { to.status(202); },
        [](auto& to) { to.status(200, {}, "<html>"); }, [](auto& to) { to.json("<html>"); },
        [](auto& to) { to.json(R"({"id":1,"result":)"); });
    answer_wrongly(post);
    const auto failure = side.log.failure();
    CHECK(failure.error.code == rpc::code::internal_error);
    CHECK(side.log.is_empty());
}

TEST_CASE("an answer to another request is given, and the request fails") {
    StreamableSide side;
    begin_request(side).json(side.answer_text(9));
    CHECK(side.log.message() == side.answer_text(9));
    CHECK_THAT(side.log.failure().error.message, Contains("none to this request"));
}

TEST_CASE("a connection that ends before the answer leaves the outcome open") {
    StreamableSide side;
    begin_request(side);  // the server answers 500 to a request that it forgets
    CHECK(side.log.failure().error.code == 500);
    REQUIRE(side.request(2, "ask"));
    {
        auto post = side.server.take("POST");
        post.begin_events();
    }
    const auto failure = side.log.failure();
    CHECK(failure.error.code == rpc::code::internal_error);
    CHECK_THAT(failure.error.message, Contains("before you repeat it"));
}

// ---- streams that break off

TEST_CASE("a stream goes on behind its last event after the server's wait") {
    StreamableSide side;
    side.open_session();
    REQUIRE(side.request(1, "tools/call", R"({"name":"test_reconnection"})"));
    auto post = side.server.take("POST");
    post.begin_events();
    post.event("", "e1");
    post.exchange.write(net::sse_retry(500ms));
    post.exchange.finish();
    CHECK(side.timers.wait_for_one() == 500ms);
    side.timers.pass(499ms);
    CHECK(side.server.has_none());
    side.timers.pass(1ms);
    auto get = side.server.take("GET");
    CHECK(get.field("Last-Event-ID") == "e1");
    CHECK(get.field("Accept") == "text/event-stream");
    CHECK(get.field("MCP-Session-Id") == "s1");
    CHECK(get.field("MCP-Protocol-Version") == "2025-11-25");
    CHECK_FALSE(get.request.fields.find("Content-Type"));
    get.begin_events();
    get.event(side.answer_text(1), "e2");
    CHECK(side.log.message() == side.answer_text(1));
}

TEST_CASE("a stream may break off again and again while it brings events") {
    StreamableSide side;
    side.limits.resumptions_max = 1;
    side.open_session();
    REQUIRE(side.request(1, "ask"));
    auto part = side.server.take("POST");
    for (int i = 0; i < 5; ++i) {
        part.begin_events();
        part.event("", std::to_string(i));
        part.exchange.finish();
        CHECK(side.timers.wait_for_one() == 1s);
        side.timers.pass(1s);
        part = side.server.take("GET");
        CHECK(part.field("Last-Event-ID") == std::to_string(i));
    }
    part.begin_events();
    part.event(side.answer_text(1));
    CHECK(side.log.message() == side.answer_text(1));
}

TEST_CASE("a stream is given up after its attempts, each after a longer wait") {
    StreamableSide side;
    side.limits.resumptions_max = 3;
    side.open_session();
    REQUIRE(side.request(1, "ask"));
    {
        auto post = side.server.take("POST");
        post.begin_events();
        post.event("", "e1");
        post.exchange.finish();  // a cut connection may lose the event
    }
    for (const auto wait : {1s, 2s, 4s, 8s}) {
        CHECK(side.timers.wait_for_one() == wait);
        side.timers.pass(wait);
        side.server.take("GET").status(503);
    }
    const auto failure = side.log.failure();
    CHECK(failure.error.code == rpc::code::internal_error);
    CHECK_THAT(failure.error.message, Contains("after 3 attempts (HTTP 503)"));
    CHECK(side.timers.waiting() == 0);
}

TEST_CASE("a stream without an event id does not go on") {
    StreamableSide side;
    side.open_session();
    REQUIRE(side.request(1, "ask"));
    auto post = side.server.take("POST");
    post.begin_events();
    post.event(R"({"method":"n"})");
    post.exchange.finish();
    side.log.message();
    CHECK_THAT(side.log.failure().error.message, Contains("ended before the answer"));
    CHECK(side.timers.waiting() == 0);
}

TEST_CASE("without a session a stream does not go on") {
    StreamableSide side;
    side.open("2026-07-28");
    REQUIRE(side.request(1, "tools/list"));
    auto post = side.server.take("POST");
    post.begin_events();
    post.event("", "e1");
    post.exchange.finish();
    CHECK(side.log.failure().error.code == rpc::code::internal_error);
    CHECK(side.timers.waiting() == 0);
}

TEST_CASE("a server that does not take up a stream again ends it") {
    StreamableSide side;
    side.open_session();
    REQUIRE(side.request(1, "ask"));
    auto post = side.server.take("POST");
    post.begin_events();
    post.event("", "e1");
    post.exchange.finish();
    side.timers.wait_for_one();
    side.timers.pass(1s);
    auto get = side.server.take("GET");
    SECTION("by 405") {
        get.status(405);
        CHECK(side.log.failure().error.code == 405);
    }
    SECTION("by another body") {
        get.json(side.answer_text(9));
        CHECK_THAT(side.log.failure().error.message, Contains("no message"));
    }
    SECTION("by 404: the session is lost") {
        get.status(404);
        CHECK(side.log.failure().error.code == 404);
        CHECK(side.log.end().code == Errc::unavailable);
    }
}
