#include "mcp/client/played_server.hpp"

#include <catch2/catch.hpp>

#include <future>
#include <thread>

namespace {

using iam::Json;
using iam::mcp::ConnectionState;
using iam::test::PlayedServer;
using std::chrono::seconds;

const Json k_note{{"jsonrpc", "2.0"},
                  {"method", "notifications/message"},
                  {"params", {{"level", "info"}, {"data", "x"}}}};

}  // namespace

TEST_CASE("a connection that was silent for half a minute is tried with a ping") {
    PlayedServer server;
    server.open_with_session();
    server.timers.pass(seconds{20});
    server.say(k_note);
    server.timers.pass(seconds{29});
    CHECK(server.count("ping") == 0);
    server.timers.pass(seconds{1});
    CHECK(server.count("ping") == 1);
    CHECK_FALSE(server.connection->status().health.heartbeat_ago);
    server.timers.pass(seconds{2});
    server.answer("ping", Json::object());
    server.timers.pass(seconds{3});
    CHECK(server.connection->status().health.heartbeat_ago == seconds{3});
    server.timers.pass(seconds{27});
    CHECK(server.count("ping") == 2);
    CHECK(server.connection->status().state == ConnectionState::connected);
}

TEST_CASE("a server that answers no heartbeat in ten seconds is dropped and opened again") {
    PlayedServer server;
    server.open_with_session();
    server.timers.pass(seconds{39});
    CHECK(server.connection->status().state == ConnectionState::connected);
    server.timers.pass(seconds{1});
    CHECK(server.connection->status().state == ConnectionState::failed);
    CHECK(server.connection->status().last_error ==
          "The server did not answer a heartbeat within 10 s.");
    CHECK(server.wire->closed == 1);
    server.timers.pass(seconds{2});
    CHECK(server.wire->opened == 2);
    CHECK(server.count("ping") == 1);
}

TEST_CASE("the refusal of a heartbeat is a sign of life") {
    PlayedServer server;
    server.open_with_session();
    server.timers.pass(seconds{30});
    server.refuse("ping", {{"code", -32601}, {"message", "no such method"}});
    server.timers.pass(seconds{25});
    CHECK(server.connection->status().state == ConnectionState::connected);
    CHECK(server.connection->status().health.heartbeat_ago == seconds{25});
}

TEST_CASE("a server of the revision without sessions is tried with server discover") {
    PlayedServer server;
    server.open_stateless();
    server.timers.pass(seconds{30});
    CHECK(server.count("ping") == 0);
    REQUIRE(server.count("server/discover") == 2);
    CHECK(server.last(
              "server/discover")["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] ==
          "2026-07-28");
    server.answer("server/discover", PlayedServer::discovered());
    CHECK(server.connection->status().health.heartbeat_ago == seconds{0});
}

TEST_CASE("a server that works on a call gets no heartbeat") {
    PlayedServer server;
    server.config.times.call = server.config.times.call_total = std::chrono::hours{1};
    server.open_with_session();
    auto reply =
        std::async(std::launch::async, [&] { return server.connection->call("echo", "{}", {}); });
    while (server.count("tools/call") == 0) std::this_thread::yield();
    server.timers.pass(seconds{300});
    CHECK(server.count("ping") == 0);
    server.answer("tools/call", {{"content", Json::array()}});
    CHECK(reply.get().kind == iam::mcp::RemoteReply::Kind::result);
    server.timers.pass(seconds{60});
    CHECK(server.count("ping") == 1);
}

TEST_CASE("a server that works on a request for a resource gets no heartbeat") {
    PlayedServer server;
    server.config.times.call = server.config.times.call_total = std::chrono::hours{1};
    server.open_with_session();
    auto reply = std::async(std::launch::async, [&] {
        return server.connection->request("resources/read", R"({"uri":"a:b"})", {});
    });
    while (server.count("resources/read") == 0) std::this_thread::yield();
    server.timers.pass(seconds{300});
    CHECK(server.count("ping") == 0);
    server.answer("resources/read", {{"contents", Json::array()}});
    CHECK(reply.get().kind == iam::mcp::RemoteReply::Kind::result);
}

TEST_CASE("a heartbeat comes as often as its server's configuration says") {
    PlayedServer server;
    SECTION("more often") {
        server.config.times.heartbeat = seconds{5};
        server.open_with_session();
        server.timers.pass(seconds{5});
        CHECK(server.count("ping") == 1);
    }
    SECTION("never, and then no timer waits") {
        server.config.times.heartbeat = seconds{0};
        server.open_with_session();
        server.timers.pass(std::chrono::hours{1});
        CHECK(server.count("ping") == 0);
        CHECK_FALSE(server.timers.next_due());
    }
}

TEST_CASE("no timer waits for a heartbeat of a connection that has ended") {
    PlayedServer server;
    server.open_with_session();
    server.connection->disconnect();
    server.timers.pass(seconds{60});
    CHECK(server.count("ping") == 0);
    CHECK_FALSE(server.timers.next_due());
}
