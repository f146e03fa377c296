// Tests of runtime/src/mcp/client/connection/{offer_lists,offers_of_server}.cpp.
#include "mcp/client/connection/offer_lists.hpp"

#include "mcp/client/played_server.hpp"

#include <catch2/catch.hpp>

namespace {

using iam::Json;
using iam::LogLevel;
using iam::mcp::ConnectionState;
using iam::test::PlayedServer;

/// A server with resources and prompts.
struct OfferingServer : PlayedServer {
    OfferingServer() { settings.lists_offers = true; }

    static Json capabilities() {
        return {{"tools", Json::object()},
                {"resources", {{"listChanged", true}}},
                {"prompts", {{"listChanged", true}}},
                {"completions", Json::object()},
                {"logging", Json::object()}};
    }
    void begin() {
        open();
        refuse("server/discover", {{"code", -32601}, {"message", "no such method"}});
        Json result = initialized("2025-11-25");
        result["capabilities"] = capabilities();
        answer("initialize", result);
        answer("tools/list", {{"tools", Json::array()}});
    }
    void give_lists() {
        answer("resources/list",
               {{"resources", {{{"uri", "note://1"}, {"name", "one"}}}}, {"nextCursor", "c"}});
        answer("resources/list", {{"resources", {{{"uri", "note://2"}, {"name", "two"}}}}});
        answer("resources/templates/list", {{"resourceTemplates", Json::array()}});
        answer("prompts/list", {{"prompts", {{{"name", "greet"}}}}});
    }
};

}  // namespace

TEST_CASE("a server's offers are listed beside its tools, page by page") {
    OfferingServer server;
    server.begin();
    CHECK(server.connection->status().state == ConnectionState::connected);
    CHECK_FALSE(server.connection->offers().is_listed);
    const int changes = server.changes;
    server.give_lists();
    CHECK(server.changes == changes + 1);
    const auto offers = server.connection->offers();
    CHECK(offers.is_listed);
    CHECK(offers.has_resources);
    CHECK(offers.completes);
    REQUIRE(offers.resources.size() == 2);
    CHECK(offers.resources[1].uri == "note://2");
    REQUIRE(offers.prompts.size() == 1);
    CHECK(server.last("resources/list")["params"] == Json({{"cursor", "c"}}));
}

TEST_CASE("a list that has changed is listed again, and other lists are not") {
    OfferingServer server;
    server.begin();
    server.give_lists();
    server.say({{"jsonrpc", "2.0"}, {"method", "notifications/prompts/list_changed"}});
    CHECK(server.count("prompts/list") == 2);
    CHECK(server.count("resources/list") == 2);
    // A change during a listing is seen by the next one.
    server.say({{"jsonrpc", "2.0"}, {"method", "notifications/prompts/list_changed"}});
    CHECK(server.count("prompts/list") == 2);
    server.answer("prompts/list", {{"prompts", Json::array()}});
    server.timers.pass(std::chrono::seconds{1});
    CHECK(server.count("prompts/list") == 3);
    server.answer("prompts/list", {{"prompts", {{{"name", "new"}}}}});
    CHECK(server.connection->offers().prompts.at(0).name == "new");
    CHECK(server.connection->offers().resources.size() == 2);
}

TEST_CASE("a server that tells changes of its offers without end is asked once a second") {
    OfferingServer server;
    server.begin();
    server.give_lists();
    std::size_t answered = 1;
    for (int change = 0; change < 150; ++change) {
        server.say({{"jsonrpc", "2.0"}, {"method", "notifications/prompts/list_changed"}});
        if (server.count("prompts/list") > answered) {
            server.answer("prompts/list", {{"prompts", Json::array()}});
            ++answered;
        }
        server.timers.pass(std::chrono::milliseconds{20});
    }
    // Now, and after 1, 2 and 3 s.
    CHECK(answered >= 4);
    CHECK(server.count("prompts/list") == 5);
}

TEST_CASE("a server that refuses a list of offers keeps its tools, and the refusal is told") {
    OfferingServer server;
    server.begin();
    server.refuse("resources/list", {{"code", -32603}, {"message", "disk full"}});
    server.answer("resources/templates/list", {{"resourceTemplates", 7}});
    server.answer("prompts/list", {{"prompts", {{{"name", "greet"}}}}});
    const auto status = server.connection->status();
    CHECK(status.state == ConnectionState::connected);
    CHECK(status.diagnostics ==
          std::vector<std::string>{"resources/list has no answer: disk full",
                                   "The answer to resources/templates/list is wrong: it lacks the "
                                   "list 'resourceTemplates'."});
    CHECK(server.connection->offers().prompts.size() == 1);
}

TEST_CASE("offers that may not pass are not asked for") {
    OfferingServer server;
    server.config.pass_on.prompts = false;
    SECTION("prompts") {
        server.begin();
        server.answer("resources/list", {{"resources", Json::array()}});
        server.answer("resources/templates/list", {{"resourceTemplates", Json::array()}});
        CHECK(server.connection->offers().has_resources);
    }
    SECTION("resources") {
        server.config.pass_on.resources = false;
        server.begin();
        CHECK(server.count("resources/list") == 0);
        CHECK_FALSE(server.connection->offers().has_resources);
    }
    SECTION("all, of a program that passes nothing on") {
        server.settings.lists_offers = false;
        server.begin();
        CHECK(server.count("resources/list") == 0);
        CHECK_FALSE(server.connection->offers().is_listed);
        return;
    }
    CHECK(server.connection->offers().is_listed);
    CHECK(server.count("prompts/list") == 0);
}

TEST_CASE("the offers of a lost server stay, and are listed anew when it is back") {
    OfferingServer server;
    server.begin();
    server.give_lists();
    server.wire->events.on_end({iam::Errc::unavailable, "The server's process has ended."});
    server.timers.run();
    CHECK(server.connection->offers().resources.size() == 2);
    CHECK_FALSE(server.connection->offers().is_listed);
    server.timers.pass(std::chrono::seconds{2});
    Json result = PlayedServer::initialized("2025-11-25");
    result["capabilities"] = {{"prompts", Json::object()}};
    server.answer("initialize", result);
    server.answer("prompts/list", {{"prompts", Json::array()}});
    CHECK(server.connection->offers().is_listed);
    CHECK(server.connection->offers().resources.empty());
    CHECK_FALSE(server.connection->offers().has_resources);
    server.connection->disconnect();
    server.timers.run();
    CHECK_FALSE(server.connection->offers().is_listed);
}

TEST_CASE("a server without sessions is asked for offers and told the level of messages") {
    OfferingServer server;
    server.open();
    server.connection->set_log_level(LogLevel::debug);
    Json discovered = PlayedServer::discovered();
    discovered["capabilities"] = OfferingServer::capabilities();
    server.answer("server/discover", discovered);
    server.answer("tools/list", {{"tools", Json::array()}});
    server.give_lists();
    CHECK(server.connection->offers().prompts.size() == 1);
    CHECK(server.last("subscriptions/listen")["params"]["notifications"] ==
          Json({{"promptsListChanged", true}, {"resourcesListChanged", true}}));
    CHECK(server.last("prompts/list")["params"]["_meta"]["io.modelcontextprotocol/logLevel"] ==
          "debug");
    CHECK(server.count("logging/setLevel") == 0);
}

TEST_CASE("a late answer to a list that is asked for anew is dropped") {
    OfferingServer server;
    server.open();
    Json discovered = PlayedServer::discovered();
    discovered["capabilities"] = OfferingServer::capabilities();
    server.answer("server/discover", discovered);
    server.answer("tools/list", {{"tools", Json::array()}});
    server.answer("resources/list", {{"resources", Json::array()}});
    const Json late = server.last("resources/templates/list")["id"];
    // The end of the subscription: changes may have been missed.
    server.answer("subscriptions/listen", {{"resultType", "complete"}});
    server.timers.pass(std::chrono::seconds{1});
    CHECK(server.count("resources/list") == 2);
    server.say({{"jsonrpc", "2.0"}, {"id", late}, {"result", {{"resourceTemplates", 7}}}});
    server.give_lists();
    CHECK(server.connection->offers().resources.size() == 2);
    CHECK(server.connection->status().diagnostics.empty());
}

TEST_CASE("a server with sessions is told the level of messages now and after each connection") {
    OfferingServer server;
    server.begin();
    CHECK(server.count("logging/setLevel") == 0);
    server.connection->set_log_level(LogLevel::debug);
    server.timers.run();
    CHECK(server.last("logging/setLevel")["params"] == Json({{"level", "debug"}}));
    server.connection->set_log_level(LogLevel::debug);
    server.timers.run();
    CHECK(server.count("logging/setLevel") == 1);
    server.refuse("logging/setLevel", {{"code", -32601}, {"message", "no such method"}});
    CHECK(server.connection->status().state == ConnectionState::connected);
    server.wire->events.on_end({iam::Errc::unavailable, "The server's process has ended."});
    server.timers.run();
    server.timers.pass(std::chrono::seconds{2});
    Json result = PlayedServer::initialized("2025-11-25");
    result["capabilities"] = OfferingServer::capabilities();
    server.answer("initialize", result);
    CHECK(server.count("logging/setLevel") == 2);
}

TEST_CASE("a message of a server that belongs to no call is told, unless it may not pass") {
    OfferingServer server;
    const auto say = [&](const Json& params) {
        server.say({{"jsonrpc", "2.0"}, {"method", "notifications/message"}, {"params", params}});
    };
    SECTION("it passes") {
        server.begin();
        say({{"level", "error"}, {"logger", std::string(200, 'l')}, {"data", {{"a", 1}}}});
        say({{"level", "no level"}, {"data", "x"}});
        REQUIRE(server.messages.size() == 1);
        CHECK(server.messages[0].level == LogLevel::error);
        CHECK(server.messages[0].message == R"({"a":1})");
        CHECK(server.messages[0].logger == std::string(128, 'l'));
    }
    SECTION("it may not pass") {
        server.config.pass_on.logging = false;
        server.begin();
        server.connection->set_log_level(LogLevel::debug);
        server.timers.run();
        say({{"level", "error"}, {"data", "x"}});
        CHECK(server.messages.empty());
        CHECK(server.count("logging/setLevel") == 0);
    }
}
