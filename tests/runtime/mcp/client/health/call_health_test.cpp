// Tests of runtime/src/mcp/client/health/{call_health,call_budget}, alone and on a connection.
#include "mcp/client/health/call_health.hpp"

#include "mcp/client/played_server.hpp"

#include <catch2/catch.hpp>

#include <future>
#include <thread>

namespace {

using iam::Json;
using iam::mcp::BreakerState;
using iam::mcp::CallJudgement;
using iam::mcp::judge_call;
using iam::mcp::RemoteReply;
using iam::test::PlayedServer;
using Outcome = iam::rpc::Outcome;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Sends a call, runs `end` while it waits, and returns its reply.
template <class End>
RemoteReply call_and(PlayedServer& server, End end) {
    const std::size_t before = server.count("tools/call");
    auto reply =
        std::async(std::launch::async, [&] { return server.connection->call("echo", "{}", {}); });
    while (server.count("tools/call") == before &&
           reply.wait_for(seconds{0}) != std::future_status::ready)
        std::this_thread::yield();
    end();
    // The timer of the call may be set a moment after its request was sent.
    while (reply.wait_for(seconds{0}) != std::future_status::ready) {
        server.timers.run();
        std::this_thread::yield();
    }
    return reply.get();
}

/// Five calls without an answer in time.
void fail_five_calls(PlayedServer& server) {
    for (int i = 0; i < 5; ++i) {
        const auto reply = call_and(server, [&] { server.timers.pass(seconds{5}); });
        REQUIRE(reply.kind == RemoteReply::Kind::unknown);
    }
}

}  // namespace

TEST_CASE("a call without an answer counts against its server, a refusal does not") {
    const auto judged = [](Outcome::Kind kind, std::int64_t code = 0) {
        return judge_call({.kind = kind, .error = {.code = code}});
    };
    CHECK(judged(Outcome::Kind::result) == CallJudgement::answered);
    CHECK(judged(Outcome::Kind::error, -32000) == CallJudgement::answered);
    CHECK(judged(Outcome::Kind::failed, -32601) == CallJudgement::answered);
    CHECK(judged(Outcome::Kind::cancelled) == CallJudgement::unjudged);
    CHECK(judged(Outcome::Kind::failed, 401) == CallJudgement::unjudged);
    for (const std::int64_t code : {0, 502, -32603})
        CHECK(judged(Outcome::Kind::failed, code) == CallJudgement::failed);
    CHECK(judged(Outcome::Kind::bad_answer) == CallJudgement::failed);
    CHECK(judged(Outcome::Kind::timed_out) == CallJudgement::failed);
    CHECK(judged(Outcome::Kind::closed) == CallJudgement::failed);
}

TEST_CASE("a server that fails five calls gets none until one has tried it") {
    PlayedServer server;
    server.config.times.call = seconds{5};
    server.config.times.heartbeat = seconds{0};
    server.open_with_session();
    fail_five_calls(server);
    const std::size_t sent = server.count("tools/call");
    const RemoteReply refused = server.connection->call("echo", "{}", {});
    CHECK(refused.kind == RemoteReply::Kind::not_sent);
    CHECK(refused.error.message.find(
              "Server files has failed 5 calls within a minute, so it gets no calls for 30 s "
              "(until ") == 0);
    CHECK(refused.error.message.find("call again later") != std::string::npos);
    CHECK(server.count("tools/call") == sent);
    CHECK(server.connection->status().health.breaker == BreakerState::open);
    CHECK(server.connection->status().health.breaker_open_for == seconds{30});

    server.timers.pass(seconds{30});
    const auto probe = call_and(server, [&] {
        CHECK(
            server.connection->call("echo", "{}", {}).error.message.find("one call is trying it") !=
            std::string::npos);
        server.answer("tools/call", {{"content", Json::array()}, {"isError", true}});
    });
    CHECK(probe.kind == RemoteReply::Kind::result);
    CHECK(server.connection->status().health.breaker == BreakerState::closed);
}

TEST_CASE("a server gets no more calls a minute than its configuration says") {
    PlayedServer server;
    server.config.calls_per_minute = 2;
    server.config.times.heartbeat = seconds{0};
    server.open_with_session();
    const auto answer = [&] { server.answer("tools/call", {{"content", Json::array()}}); };
    call_and(server, answer);
    server.timers.pass(seconds{10});
    call_and(server, answer);
    const RemoteReply refused = server.connection->call("echo", "{}", {});
    CHECK(refused.kind == RemoteReply::Kind::not_sent);
    CHECK(refused.error.message.find("Server files gets at most 2 calls a minute; call again in "
                                     "50 s (until ") == 0);
    CHECK(refused.error.message.find("calls_per_minute") != std::string::npos);
    // A request that is no call does not count.
    auto read = std::async(std::launch::async, [&] {
        return server.connection->request("resources/read", R"({"uri":"a:b"})", {});
    });
    while (server.count("resources/read") == 0 &&
           read.wait_for(seconds{0}) != std::future_status::ready)
        std::this_thread::yield();
    server.answer("resources/read", {{"contents", Json::array()}});
    CHECK(read.get().kind == RemoteReply::Kind::result);
    CHECK(server.connection->status().health.calls == 2);
    server.timers.pass(seconds{50});
    CHECK(call_and(server, answer).kind == RemoteReply::Kind::result);
}

TEST_CASE("the health of a server counts its calls, their failures and their latencies") {
    PlayedServer server;
    server.config.times.call = seconds{5};
    server.open();
    CHECK(server.connection->status().health.era == iam::mcp::ServerEra::detect);
    server.refuse("server/discover", {{"code", -32601}, {"message", "no such method"}});
    server.timers.pass(milliseconds{120});
    server.answer("initialize", PlayedServer::initialized("2025-11-25"));
    server.answer("tools/list", {{"tools", {PlayedServer::echo()}}});
    for (const int latency : {10, 20, 30}) {
        call_and(server, [&] {
            server.timers.pass(milliseconds{latency});
            server.answer("tools/call", {{"content", Json::array()}});
        });
    }
    call_and(server, [&] { server.timers.pass(seconds{5}); });
    const auto health = server.connection->status().health;
    CHECK(health.era == iam::mcp::ServerEra::sessions);
    CHECK(health.opening == milliseconds{120});
    CHECK(health.calls == 4);
    CHECK(health.failures == 1);
    CHECK(health.measured == 3);
    CHECK(health.latency_p50 == milliseconds{20});
    CHECK(health.latency_p95 == milliseconds{30});
    CHECK_FALSE(health.next_attempt_in);
    server.wire->events.on_end({iam::Errc::unavailable, "It ended."});
    server.timers.run();
    const auto wait = server.connection->status().health.next_attempt_in;
    REQUIRE(wait);
    CHECK(*wait >= seconds{1});
    server.timers.pass(*wait);
    CHECK_FALSE(server.connection->status().health.next_attempt_in);
}
