#include "mcp/client/http/streamable/listen_stream.hpp"

#include "mcp/client/http/scripted_server.hpp"

#include <future>

using namespace iam;
using namespace iam::test;
using namespace std::chrono_literals;

TEST_CASE("a listening transport takes the server's own messages") {
    StreamableSide side;
    side.open_session().listen();
    auto get = side.server.take("GET");
    CHECK(get.field("Accept") == "text/event-stream");
    CHECK(get.field("MCP-Session-Id") == "s1");
    CHECK_FALSE(get.request.fields.find("Last-Event-ID"));
    get.begin_events();
    get.event(R"({"method":"notifications/tools/list_changed"})");
    CHECK(side.log.message() == R"({"method":"notifications/tools/list_changed"})");
    side.transport->listen();
    CHECK(side.server.has_none());
}

TEST_CASE("own requests wait for the stream, before which a server drops its own messages") {
    StreamableSide side;
    side.limits.listen_wait = 2s;
    side.open_session().listen();
    auto get = side.server.take("GET");
    CHECK_FALSE(side.request(1, "ask"));
    CHECK(side.send(R"({"method":"note"})"));
    side.server.take("POST").status(202);
    side.log.wait_for_free();
    CHECK_FALSE(side.request(1, "ask"));
    SECTION("until it has begun") {
        get.begin_events();
    }
    SECTION("until it is refused") {
        get.status(405);
    }
    SECTION("until it has failed") {
        get.status(503);
    }
    SECTION("for two seconds") {
        side.timers.pass(2s);
    }
    side.log.wait_for_free();
    CHECK(side.request(1, "ask"));
    side.server.take("POST").json(side.answer_text(1));
    CHECK(side.log.message() == side.answer_text(1));
}

TEST_CASE("without a session there is nothing to listen to") {
    StreamableSide side;
    side.open("2026-07-28").listen();
    CHECK(side.server.has_none());
}

TEST_CASE("a server that has no stream of its own is asked once, and nobody is told") {
    StreamableSide side;
    const unsigned status = GENERATE(405U, 404U, 400U, 200U, 302U);
    side.open_session().listen();
    side.server.take("GET").status(status);
    // The next request comes behind the end of the first one.
    REQUIRE(side.request(1, "ask"));
    side.server.take("POST").json(side.answer_text(1));
    side.log.message();
    CHECK(side.log.is_empty());
    CHECK(side.timers.waiting() == 0);
}

TEST_CASE("a stream that has ended is asked for again behind its last event") {
    StreamableSide side;
    side.open_session().listen();
    auto get = side.server.take("GET");
    get.begin_events();
    get.exchange.write(net::sse_retry(200ms));
    get.event(R"({"method":"n"})", "e1");
    get.exchange.finish();
    side.log.message();
    CHECK(side.timers.wait_for_one() == 200ms);
    side.timers.pass(200ms);
    get = side.server.take("GET");
    CHECK(get.field("Last-Event-ID") == "e1");
    get.status(503);
    CHECK(side.timers.wait_for_one() == 2s);
    side.timers.pass(2s);
    get = side.server.take("GET");
    get.begin_events();
    get.event(R"({"method":"m"})");
    CHECK(side.log.message() == R"({"method":"m"})");
}

TEST_CASE("a lost session is noticed when its stream is asked for again") {
    StreamableSide side;
    side.open_session().listen();
    auto get = side.server.take("GET");
    get.begin_events();
    get.exchange.finish();
    side.timers.wait_for_one();
    side.timers.pass(2s);
    side.server.take("GET").status(404);
    CHECK(side.log.end().code == Errc::unavailable);
}

TEST_CASE("an event over the limit ends the stream for good") {
    StreamableSide side;
    side.limits.message_bytes_max = 1000;
    side.open_session().listen();
    auto get = side.server.take("GET");
    get.begin_events();
    std::promise<void> gone;
    get.exchange.on_gone([&] { gone.set_value(); });
    get.event(std::string(2000, 'x'), "e1");
    CHECK(gone.get_future().wait_for(k_patience) == std::future_status::ready);
    CHECK(side.timers.waiting() == 0);
    CHECK(side.log.is_empty());
}

TEST_CASE("a listening transport goes while it waits or listens") {
    StreamableSide side;
    side.open_session().listen();
    auto get = side.server.take("GET");
    const bool waits = GENERATE(true, false);
    get.begin_events();
    if (waits) {
        get.exchange.finish();
        side.timers.wait_for_one();
    }
    side.transport.reset();
    side.timers.pass(10s);
    CHECK(side.log.is_empty());
}
