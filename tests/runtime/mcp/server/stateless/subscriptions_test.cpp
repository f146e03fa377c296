#include "mcp/server/stateless/subscriptions.hpp"

#include "mcp/stateless_conversation.hpp"

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

constexpr const char* k_acknowledged = "notifications/subscriptions/acknowledged";
constexpr const char* k_tools_changed = "notifications/tools/list_changed";
constexpr const char* k_id = "io.modelcontextprotocol/subscriptionId";

Json listen_params(const Json& filter) {
    return with_meta({{"notifications", filter}});
}

}  // namespace

TEST_CASE("a stream of notifications is acknowledged first, and carries its id") {
    Program program;
    Conversation client(program);
    const int id = client.send("subscriptions/listen", listen_params({{"toolsListChanged", true}}));
    const Json first = client.notification(k_acknowledged);
    CHECK(first["params"]["_meta"][k_id] == id);
    CHECK(first["params"]["notifications"] == Json{{"toolsListChanged", true}});
    define_add(program);
    CHECK(client.notification(k_tools_changed)["params"]["_meta"][k_id] == id);
    CHECK(client.messages().front()["method"] == k_acknowledged);
}

TEST_CASE("a stream carries the kinds that it was opened for") {
    Program program;
    program.has_offers = true;
    require_ok(
        program.offers.add(Resource{.uri = "test://r", .name = "r"},
                           [](const OfferRequest&) { return std::vector<ResourceContents>(); }));
    Conversation client(program);
    client.send("subscriptions/listen", listen_params({{"promptsListChanged", true},
                                                       {"resourceSubscriptions", {"test://r"}}}));
    client.notification(k_acknowledged);
    define_add(program);
    program.offers.updated("test://other");
    program.offers.updated("test://r");
    CHECK(client.notification("notifications/resources/updated")["params"]["uri"] == "test://r");
    require_ok(program.offers.add(
        Prompt{.name = "p"}, [](const OfferRequest&) { return std::vector<PromptMessage>(); }));
    client.notification("notifications/prompts/list_changed");
    CHECK(client.count(k_tools_changed) == 0);
    CHECK(client.count("notifications/resources/list_changed") == 0);
    CHECK(client.count("notifications/resources/updated") == 1);
}

TEST_CASE("a resource of another server is not watched, and the acknowledgement says so") {
    Program program;
    program.has_offers = true;
    OfferChanges changes;
    changes.come.spaces["far:a/"] = [](const OfferRequest&) {
        return std::vector<ResourceContents>();
    };
    CHECK(program.offers.change(std::move(changes)).empty());
    Conversation client(program);
    client.send("subscriptions/listen",
                listen_params({{"resourceSubscriptions", {"far:a/r", "test://r"}}}));
    CHECK(client.notification(k_acknowledged)["params"]["notifications"] ==
          Json({{"resourceSubscriptions", {"test://r"}}}));
}

TEST_CASE("kinds that the server does not have are not acknowledged") {
    Program program;
    Conversation client(program);
    client.send("subscriptions/listen",
                listen_params({{"promptsListChanged", true}, {"toolsListChanged", false}}));
    CHECK(client.notification(k_acknowledged)["params"]["notifications"] == Json::object());
}

TEST_CASE("a cancelled stream is told nothing more") {
    Program program;
    Conversation client(program);
    const int id = client.send("subscriptions/listen", listen_params({{"toolsListChanged", true}}));
    client.notification(k_acknowledged);
    client.cancel(id);
    define_add(program);
    client.ask("tools/list", with_meta());
    CHECK(client.count(k_tools_changed) == 0);
    CHECK_FALSE(client.has_answer(id));
}

TEST_CASE("the end of a server answers its streams") {
    Program program;
    Conversation client(program);
    const int id = client.send("subscriptions/listen", listen_params({{"toolsListChanged", true}}));
    client.notification(k_acknowledged);
    client.session().stop_waiting();
    const Json ended = client.answer_to(id)["result"];
    CHECK(ended["resultType"] == "complete");
    CHECK(ended["_meta"][k_id] == id);
}

TEST_CASE("a filter that is none is refused") {
    Program program;
    program.has_offers = true;
    Conversation client(program);
    CHECK(error_code(client.ask("subscriptions/listen", with_meta())) == -32602);
    for (const Json& filter :
         {Json{{"toolsListChanged", 1}}, Json{{"resourceSubscriptions", "test://r"}},
          Json{{"resourceSubscriptions", {1}}},
          Json{{"resourceSubscriptions", Json(std::vector<std::string>(1001, "a"))}}}) {
        CHECK(error_code(client.ask("subscriptions/listen", listen_params(filter))) == -32602);
    }
}

TEST_CASE("a conversation has so many streams, and a cancelled one leaves its place") {
    Program program;
    Conversation client(program);
    int last = 0;
    for (std::size_t i = 0; i < k_subscription_streams_max; ++i)
        last = client.send("subscriptions/listen", listen_params({{"toolsListChanged", true}}));
    client.wait_for_count(k_acknowledged, k_subscription_streams_max);
    const Json more = listen_params({{"toolsListChanged", true}});
    CHECK(error_code(client.ask("subscriptions/listen", more)) == -32602);
    client.cancel(last);
    client.send("subscriptions/listen", more);
    client.wait_for_count(k_acknowledged, k_subscription_streams_max + 1);
}

TEST_CASE("XM70 cancelled streams of notifications leave their places at once") {
    Program program;
    Conversation client(program);
    std::vector<int> ids;
    for (std::size_t i = 0; i < k_subscription_streams_max; ++i)
        ids.push_back(
            client.send("subscriptions/listen", listen_params({{"toolsListChanged", true}})));
    client.wait_for_count(k_acknowledged, k_subscription_streams_max);
    CHECK(client.session().load().running == k_subscription_streams_max);
    for (const int id : ids) client.cancel(id);
    CHECK(client.session().load().running == 0);
    define_add(program);
    client.ask("tools/list", with_meta());
    CHECK(client.count(k_tools_changed) == 0);
}
