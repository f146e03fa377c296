// Tests of runtime/src/mcp/client/connection/{connection,opening,tool_headers}.cpp.
#include "mcp/client/connection/connection.hpp"

#include "mcp/client/played_server.hpp"

#include <catch2/catch.hpp>

namespace {

using iam::Json;
using iam::mcp::ConnectionState;
using iam::test::PlayedServer;
using std::chrono::seconds;

}  // namespace

TEST_CASE("a server that knows no discovery is spoken to with a handshake") {
    PlayedServer server;
    server.open();
    CHECK(server.connection->status().state == ConnectionState::connecting);
    CHECK(server.last(
              "server/discover")["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] ==
          "2026-07-28");
    server.refuse("server/discover", {{"code", -32601}, {"message", "no such method"}});
    const Json initialize = server.last("initialize");
    CHECK(initialize["params"]["protocolVersion"] == "2025-11-25");
    CHECK(initialize["params"]["clientInfo"] == Json({{"name", "desk"}, {"version", "1.2"}}));
    server.answer("initialize", PlayedServer::initialized("2025-06-18"));
    CHECK(server.count("notifications/initialized") == 1);
    CHECK(server.wire->listens);
    server.answer("tools/list", {{"tools", {PlayedServer::echo()}}});

    const auto status = server.connection->status();
    CHECK(status.state == ConnectionState::connected);
    CHECK(status.revision == "2025-06-18");
    CHECK(status.server_name == "files-server");
    CHECK(status.server_version == "7");
    CHECK(status.instructions == "Use it well.");
    CHECK(status.tools == 1);
    CHECK(server.wire->revisions == std::vector<std::string>{"2026-07-28", "", "2025-06-18"});
}

TEST_CASE("a server of the revision without sessions gets no handshake") {
    PlayedServer server;
    server.open_stateless();
    CHECK(server.count("initialize") == 0);
    const auto status = server.connection->status();
    CHECK(status.state == ConnectionState::connected);
    CHECK(status.revision == "2026-07-28");
    CHECK(status.server_version == "8");
    CHECK(server.last("tools/list")["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] ==
          "2026-07-28");
}

TEST_CASE("a server that refuses the revision and supports it is asked again") {
    PlayedServer server;
    server.open();
    const Json refusal{{"code", -32022},
                       {"message", "unsupported"},
                       {"data", {{"supported", {"2026-07-28"}}, {"requested", "2026-07-28"}}}};
    server.refuse("server/discover", refusal);
    CHECK(server.count("server/discover") == 2);
    server.answer("server/discover", PlayedServer::discovered());
    server.answer("tools/list", {{"tools", Json::array()}});
    CHECK(server.connection->status().state == ConnectionState::connected);
}

TEST_CASE("a silent server is spoken to with a handshake after a while") {
    PlayedServer server;
    server.open();
    server.timers.pass(seconds{3});
    CHECK(server.count("initialize") == 1);
    server.answer("initialize", PlayedServer::initialized("2024-11-05"));
    server.answer("tools/list", {{"tools", Json::array()}});
    CHECK(server.connection->status().revision == "2024-11-05");
}

TEST_CASE("a process that ends at the question for revisions is started again with a handshake") {
    PlayedServer server;
    server.open();
    server.wire->events.on_end({iam::Errc::unavailable, "The server's process has ended."});
    server.timers.run();
    CHECK(server.wire->opened == 2);
    CHECK(server.wire->closed == 1);
    CHECK(server.count("server/discover") == 1);
    CHECK(server.count("initialize") == 1);
    // The answer is remembered for later ways.
    server.answer("initialize", PlayedServer::initialized("2025-11-25"));
    server.answer("tools/list", {{"tools", Json::array()}});
    server.wire->events.on_end({iam::Errc::unavailable, "The server's process has ended."});
    server.timers.pass(seconds{2});
    CHECK(server.wire->opened == 3);
    CHECK(server.count("server/discover") == 1);
}

TEST_CASE("a configured era is not asked for") {
    PlayedServer server;
    server.config.era = iam::mcp::ServerEra::sessions;
    server.open();
    CHECK(server.count("server/discover") == 0);
    CHECK(server.count("initialize") == 1);
}

TEST_CASE("a URL gets a new way for the handshake") {
    PlayedServer server;
    server.is_stream = false;
    server.open();
    server.refuse("server/discover", {{"code", -32601}, {"message", "no such method"}});
    CHECK(server.wire->opened == 2);
    CHECK(server.count("initialize") == 1);
}

TEST_CASE("a server that keeps this program out is not asked a second time in another revision") {
    PlayedServer server;
    server.is_stream = false;
    server.open();
    const auto id = iam::rpc::Id::of(server.last("server/discover")["id"].get<std::int64_t>());
    server.wire->events.on_failed_request(id, {401, "Nobody agreed.", {}});
    server.timers.run();
    CHECK(server.count("initialize") == 0);
    CHECK(server.connection->status().last_error == "server/discover failed: Nobody agreed.");
}

TEST_CASE("a server of an unknown revision is refused with the known ones") {
    PlayedServer server;
    server.config.era = iam::mcp::ServerEra::sessions;
    server.open();
    server.answer("initialize", PlayedServer::initialized("1999-01-01"));
    const auto status = server.connection->status();
    CHECK(status.state == ConnectionState::failed);
    CHECK(status.last_error ==
          "The server speaks revision \"1999-01-01\" of MCP; this program speaks 2024-11-05 to "
          "2026-07-28.");
    CHECK(server.wire->closed == 1);
}

TEST_CASE("attempts to connect wait longer and longer, up to a bound") {
    PlayedServer server;
    server.may_open = iam::fail(iam::Errc::not_found, "There is no program 'x' in PATH.");
    server.open();
    CHECK(server.connection->status().last_error == "There is no program 'x' in PATH.");
    std::vector<std::chrono::milliseconds> waits;
    for (int attempt = 0; attempt < 7; ++attempt) {
        const auto next = server.timers.next_due();
        REQUIRE(next.has_value());
        waits.push_back(*next - server.clock.boot());
        server.timers.pass(waits.back());
    }
    for (std::size_t at = 0; at < waits.size(); ++at) {
        const std::chrono::milliseconds least = std::min(seconds{1} * (1 << at), seconds{30});
        CHECK(waits[at] >= least);
        CHECK(waits[at] <= least * 5 / 4);
    }
    // The server comes up.
    server.may_open = {};
    server.timers.pass(seconds{40});
    CHECK(server.wire->opened == 1);
}

TEST_CASE("a disconnected server is left alone") {
    PlayedServer server;
    server.open_with_session();
    server.connection->disconnect();
    server.timers.run();
    CHECK(server.connection->status().state == ConnectionState::disconnected);
    CHECK(server.connection->tools().empty());
    CHECK(server.wire->closed == 1);
    server.timers.pass(seconds{120});
    CHECK(server.wire->opened == 1);
    server.connection->connect();
    server.timers.run();
    CHECK(server.wire->opened == 2);
}

TEST_CASE("all pages of the list of tools are read, up to a page that comes back") {
    PlayedServer server;
    server.open();
    server.answer("server/discover", PlayedServer::discovered());
    server.answer("tools/list", {{"tools", {PlayedServer::echo()}}, {"nextCursor", "b"}});
    CHECK(server.last("tools/list")["params"]["cursor"] == "b");
    CHECK(server.connection->status().state == ConnectionState::connecting);
    SECTION("to the end") {
        server.answer("tools/list", {{"tools", {{{"name", "second"}}}}});
        CHECK(server.connection->tools().size() == 2);
        CHECK(server.connection->status().diagnostics.empty());
    }
    SECTION("and round again") {
        server.answer("tools/list", {{"tools", Json::array()}, {"nextCursor", "b"}});
        CHECK(server.connection->tools().size() == 1);
        CHECK(server.connection->status().diagnostics.size() == 1);
    }
}

TEST_CASE("the oldest revision may list its tools in other shapes, and this is reported") {
    PlayedServer server;
    server.config.era = iam::mcp::ServerEra::sessions;
    server.open();
    server.answer("initialize", PlayedServer::initialized("2024-11-05"));
    server.answer("tools/list", Json::array({{{"name", "echo"}}}));
    CHECK(server.connection->tools().size() == 1);
    CHECK(server.connection->status().diagnostics.size() == 2);
}

TEST_CASE("a list of tools of another shape is refused to newer revisions") {
    PlayedServer server;
    server.open();
    server.answer("server/discover", PlayedServer::discovered());
    server.answer("tools/list", Json::array({{{"name", "echo"}}}));
    CHECK(server.connection->status().state == ConnectionState::failed);
}

TEST_CASE("of a server's tools only the configured ones are used") {
    PlayedServer server;
    server.config.tools = {"second"};
    server.open();
    server.answer("server/discover", PlayedServer::discovered());
    server.answer("tools/list", {{"tools", {PlayedServer::echo(), {{"name", "second"}}, 7}}});
    CHECK(server.connection->tools() == std::vector<std::string>{R"({"name":"second"})"});
}

TEST_CASE("a tool with a wrong header annotation is left out without sessions only") {
    const Json good{
        {"name", "good"},
        {"inputSchema",
         {{"type", "object"},
          {"properties", {{"region", {{"type", "string"}, {"x-mcp-header", "Region"}}}}}}}};
    Json bad = good;
    bad["name"] = "bad";
    bad["inputSchema"]["properties"]["region"]["x-mcp-header"] = "";
    PlayedServer server;
    server.open();
    SECTION("without sessions") {
        server.answer("server/discover", PlayedServer::discovered());
        server.answer("tools/list", {{"tools", {good, bad}}});
        CHECK(server.connection->tools().size() == 1);
        CHECK(server.connection->status().diagnostics.size() == 1);
        const auto fields =
            server.wire->parameter_fields({{"name", "good"}, {"arguments", {{"region", "eu"}}}});
        CHECK(fields == iam::net::Fields{{"Mcp-Param-Region", "eu"}});
        CHECK(server.wire->parameter_fields({{"name", "other"}}).all().empty());
    }
    SECTION("with a session") {
        server.refuse("server/discover", {{"code", -32601}, {"message", "no such method"}});
        server.answer("initialize", PlayedServer::initialized("2025-11-25"));
        server.answer("tools/list", {{"tools", {good, bad}}});
        CHECK(server.connection->tools().size() == 2);
    }
}

TEST_CASE("a server that is away for a time keeps its tools") {
    PlayedServer server;
    server.open_with_session();
    server.wire->events.on_end({iam::Errc::unavailable, "The server's process has ended."});
    server.timers.run();
    CHECK(server.connection->status().state == ConnectionState::failed);
    CHECK(server.connection->tools().size() == 1);
}

TEST_CASE("tools beyond the limit are left out, and this is reported") {
    PlayedServer server;
    server.settings.tools_max = 1;
    server.open();
    server.answer("server/discover", PlayedServer::discovered());
    server.answer("tools/list", {{"tools", {PlayedServer::echo(), PlayedServer::echo()}}});
    CHECK(server.connection->tools().size() == 1);
    CHECK(server.connection->status().diagnostics.size() == 1);
}

TEST_CASE("a changed list of tools is read again, once for changes that come meanwhile") {
    PlayedServer server;
    server.open_with_session();
    const Json changed{{"jsonrpc", "2.0"}, {"method", "notifications/tools/list_changed"}};
    server.say(changed);
    server.say(changed);
    server.say(changed);
    CHECK(server.count("tools/list") == 2);
    CHECK(server.connection->tools().size() == 1);  // the old list stays until the new one is whole
    server.answer("tools/list", {{"tools", Json::array()}});
    // A server that tells changes without end is asked once a second.
    CHECK(server.count("tools/list") == 2);
    server.timers.pass(seconds{1});
    CHECK(server.count("tools/list") == 3);
    server.answer("tools/list", {{"tools", Json::array()}});
    server.timers.pass(seconds{2});
    CHECK(server.count("tools/list") == 3);
    CHECK(server.connection->tools().empty());
}

TEST_CASE("a server without sessions tells of changed tools on a stream of its own") {
    PlayedServer server;
    server.open();
    Json discovered = PlayedServer::discovered();
    discovered["capabilities"]["tools"]["listChanged"] = true;
    server.answer("server/discover", discovered);
    server.answer("tools/list", {{"tools", Json::array()}});
    CHECK(server.last("subscriptions/listen")["params"]["notifications"]["toolsListChanged"] ==
          true);
    server.say({{"jsonrpc", "2.0"}, {"method", "notifications/tools/list_changed"}});
    CHECK(server.count("tools/list") == 2);
    server.answer("tools/list", {{"tools", Json::array()}});
    // The stream ends: the list may have changed unheard.
    server.answer("subscriptions/listen", Json::object());
    server.timers.pass(seconds{1});
    CHECK(server.count("subscriptions/listen") == 2);
    CHECK(server.count("tools/list") == 3);
}

TEST_CASE("a server without tools is connected") {
    PlayedServer server;
    server.config.era = iam::mcp::ServerEra::sessions;
    server.open();
    server.answer("initialize", {{"protocolVersion", "2025-11-25"},
                                 {"capabilities", Json::object()},
                                 {"serverInfo", {{"name", "n"}, {"version", "1"}}}});
    CHECK(server.count("tools/list") == 0);
    CHECK(server.connection->status().state == ConnectionState::connected);
}

TEST_CASE("the ping of a server is answered") {
    PlayedServer server;
    server.open_with_session();
    server.say({{"jsonrpc", "2.0"}, {"id", "p"}, {"method", "ping"}});
    CHECK(server.wire->sent.back() ==
          Json({{"jsonrpc", "2.0"}, {"id", "p"}, {"result", Json::object()}}));
}

TEST_CASE("a secret that a server echoes is not in its state") {
    PlayedServer server;
    server.mask->hide("geheim-1");
    server.open();
    server.refuse("server/discover", {{"code", -32601}, {"message", "no such method"}});
    server.refuse("initialize", {{"code", -32000}, {"message", "no access with geheim-1"}});
    CHECK(server.connection->status().last_error ==
          "The server refused initialize: no access with [secret]");
    server.timers.pass(seconds{2});
    Json facts = PlayedServer::initialized("2024-11-05");
    facts["serverInfo"]["version"] = "of geheim-1";
    facts["instructions"] = "Use geheim-1.";
    server.refuse("server/discover", {{"code", -32601}, {"message", "no such method"}});
    server.answer("initialize", facts);
    server.answer("tools/list", {{"tools", {{{"name", "geheim-1"}}}}});
    const auto status = server.connection->status();
    CHECK(status.server_version == "of [secret]");
    CHECK(status.instructions == "Use [secret].");
    REQUIRE_FALSE(status.diagnostics.empty());
    for (const std::string& diagnostic : status.diagnostics)
        CHECK(diagnostic.find("geheim") == std::string::npos);
}
