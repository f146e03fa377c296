// Tests of runtime/src/mcp/client/{imported_offers,server_updates,passing/passed_messages}.cpp.
#include "iam/mcp/imported_offers.hpp"

#include "mcp/client/changing_servers.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::test;
using Catch::Contains;

namespace {

mcp::ServerConfig offering_server(std::string name, std::vector<std::string> words = {}) {
    words.insert(words.begin(), IAM_TEST_OFFERING_SERVER);
    return {.name = std::move(name),
            .endpoint = mcp::StdioEndpoint{.command = "/usr/bin/python3",
                                           .arguments = std::move(words),
                                           .sandbox = {.is_on = false}}};
}

/// A program that passes the offers of servers on to its clients.
struct Gateway : Program {
    SystemClock real_clock{};
    std::unique_ptr<mcp::Servers> servers{};
    std::unique_ptr<mcp::ImportedOffers> imported{};

    Gateway() {
        has_offers = true;
        mcp::ServersParts parts{.clock = real_clock, .entropy = entropy};
        parts.settings.client = {.name = "desk"};
        parts.settings.lists_offers = true;
        servers = std::make_unique<mcp::Servers>(std::move(parts));
        imported = std::make_unique<mcp::ImportedOffers>(*servers, offers);
    }
    ~Gateway() {
        end_server();
        imported.reset();
    }
    void connect(std::vector<mcp::ServerConfig> configs) {
        require_ok(servers->connect_all(std::move(configs)));
        REQUIRE(servers->wait_until_settled(k_event_time));
        REQUIRE(imported->wait_until_settled(k_event_time));
    }
    void work(const Json& steps) {
        const auto reply = servers->call("a", "work", Json({{"steps", steps}}).dump());
        INFO(reply.error.message);
        REQUIRE(reply.kind == mcp::RemoteReply::Kind::result);
    }
    std::string prompt_names() const {
        std::string all;
        const auto list = offers.snapshot();
        for (const auto& [name, offered] : list->prompts) all += name + " ";
        return all;
    }
    void wait_for_prompts(const std::string& expected) const {
        const auto end = std::chrono::steady_clock::now() + k_event_time;
        while (prompt_names() != expected && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
        REQUIRE(prompt_names() == expected);
    }
};

}  // namespace

TEST_CASE("clients list and read the resources of servers under URIs that say the server") {
    Gateway gateway;
    gateway.connect({offering_server("a"), offering_server("b")});
    Conversation client(gateway);
    client.begin();
    const Json listed = client.ask("resources/list")["result"]["resources"];
    REQUIRE(listed.size() == 2);
    CHECK(listed[0] == Json({{"uri", "iam-server:a/note://1"},
                             {"name", "one"},
                             {"title", "One"},
                             {"description", "The first."},
                             {"mimeType", "text/plain"}}));
    CHECK(listed[1]["uri"] == "iam-server:b/note://1");
    const Json families = client.ask("resources/templates/list")["result"]["resourceTemplates"];
    REQUIRE(families.size() == 2);
    CHECK(families[0]["uriTemplate"] == "iam-server:a/note://by/{+id}");

    const Json read =
        client.ask("resources/read", {{"uri", "iam-server:b/note://1"}})["result"]["contents"];
    CHECK(read ==
          Json({{{"uri", "iam-server:b/note://1"}, {"mimeType", "text/plain"}, {"text", "first"}},
                {{"uri", "iam-server:b/note://1"}, {"blob", "AQI="}}}));
    const Json of_family =
        client.ask("resources/read", {{"uri", "iam-server:a/note://by/x/%2F?y"}});
    CHECK(of_family["result"]["contents"][0]["text"] == "note://by/x/%2F?y");
    const Json absent = client.ask("resources/read", {{"uri", "iam-server:a/note://none"}});
    CHECK(absent["error"]["code"] == -32002);
    CHECK(client.ask("resources/read", {{"uri", "iam-server:c/note://1"}})["error"]["code"] ==
          -32002);
}

TEST_CASE("clients get prompts of servers and complete their arguments") {
    Gateway gateway;
    gateway.connect({offering_server("a")});
    Conversation client(gateway);
    client.begin();
    const Json prompts = client.ask("prompts/list")["result"]["prompts"];
    REQUIRE(prompts.size() == 1);
    CHECK(prompts[0]["name"] == "a__greet");
    const Json got = client.ask("prompts/get",
                                {{"name", "a__greet"}, {"arguments", {{"who", "Ann"}}}})["result"];
    CHECK(got["description"] == "Greets.");
    CHECK(got["messages"][0]["content"]["text"] == "Greet Ann");
    CHECK(got["messages"][1]["content"]["uri"] == "iam-server:a/note://1");
    const auto complete = [&](const Json& ref) {
        return client.ask(
            "completion/complete",
            {{"ref", ref}, {"argument", {{"name", "who"}, {"value", "an"}}}})["result"];
    };
    CHECK(complete({{"type", "ref/prompt"}, {"name", "a__greet"}})["completion"]["values"] ==
          Json({"ann", "anton"}));
    CHECK(complete({{"type", "ref/resource"},
                    {"uri", "iam-server:a/note://by/{+id}"}})["completion"]["values"] ==
          Json({"ann", "anton"}));
}

TEST_CASE("a changed list of a server changes the offers, and clients hear once") {
    Gateway gateway;
    gateway.connect({offering_server("a")});
    Conversation client(gateway);
    client.begin();
    Json prompts = Json::array();
    for (const char* name : {"one", "three", "two"}) prompts.push_back({{"name", name}});
    gateway.work({{{"prompts", prompts}}});
    gateway.wait_for_prompts("a__one a__three a__two ");
    client.wait_for_count("notifications/prompts/list_changed", 1);
    REQUIRE(gateway.imported->wait_until_settled(k_event_time));
    CHECK(client.count("notifications/prompts/list_changed") == 1);
    CHECK(client.count("notifications/resources/list_changed") == 0);
}

TEST_CASE("prompts of two servers that would have one name are left out") {
    Gateway gateway;
    gateway.connect({offering_server("a"), offering_server("a__b")});
    gateway.work({{{"prompts", {{{"name", "b__greet"}}, {{"name", "own"}}}}}});
    gateway.wait_for_prompts("a__own ");
    REQUIRE(gateway.imported->wait_until_settled(k_event_time));
    REQUIRE(gateway.imported->findings().size() == 1);
    CHECK_THAT(gateway.imported->findings()[0], Contains("The prompt a__b__greet is left out"));
}

TEST_CASE("parts of a server that may not pass are not offered") {
    Gateway gateway;
    mcp::ServerConfig config = offering_server("a");
    config.pass_on.resources = false;
    gateway.connect({config, offering_server("b", {"plain"})});
    CHECK(gateway.prompt_names() == "a__greet ");
    CHECK(gateway.offers.snapshot()->resources.empty());
    Conversation client(gateway);
    client.begin();
    CHECK(client.ask("resources/read", {{"uri", "iam-server:a/note://1"}})["error"]["code"] ==
          -32002);
}

TEST_CASE(
    "an offer of the program keeps its name before a server's, also after the server is gone") {
    Gateway gateway;
    require_ok(gateway.offers.add(
        mcp::Prompt{.name = "a__greet", .title = "own"},
        [](const mcp::OfferRequest&) { return Result<std::vector<mcp::PromptMessage>>(); }));
    gateway.connect({offering_server("a")});
    CHECK(gateway.imported->findings() ==
          std::vector<std::string>{"\"a__greet\" is offered already; remove it first."});
    require_ok(gateway.servers->connect_all({}));
    gateway.imported.reset();
    CHECK(gateway.offers.snapshot()->prompts.at("a__greet").about.title == "own");
}

TEST_CASE("the offers of a server go with it, and those of the program stay") {
    Gateway gateway;
    require_ok(gateway.offers.add(mcp::Prompt{.name = "own"}, [](const mcp::OfferRequest&) {
        return Result<std::vector<mcp::PromptMessage>>();
    }));
    gateway.connect({offering_server("a")});
    CHECK(gateway.prompt_names() == "a__greet own ");
    require_ok(gateway.servers->connect_all({}));
    gateway.wait_for_prompts("own ");
    CHECK(gateway.offers.snapshot()->spaces.empty());
    gateway.connect({offering_server("a")});
    gateway.imported.reset();
    CHECK(gateway.prompt_names() == "own ");
}

TEST_CASE("messages of a server pass to clients with the server's name, from the wanted level on") {
    Gateway gateway;
    gateway.on_log_level = [&](LogLevel least) { gateway.servers->set_log_level(least); };
    gateway.connect({offering_server("a")});
    mcp::PassedMessages passed(*gateway.servers, gateway.server());
    Conversation client(gateway);
    client.begin();
    client.ask("logging/setLevel", {{"level", "debug"}});
    CHECK(client.notification("notifications/message")["params"] ==
          Json({{"level", "debug"}, {"logger", "a/levels"}, {"data", "level debug"}}));
    client.ask("logging/setLevel", {{"level", "error"}});
    client.wait_for_count("notifications/message", 2);
    CHECK(mcp::passed_logger("a", "") == "a");
}
