// Messages of the server held against the official schemas of their revisions, where these are.
#include "mcp/asking_program.hpp"
#include "mcp/official_schema.hpp"

#include <filesystem>
#include <map>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

const std::map<std::string, std::string> k_results{
    {"initialize", "InitializeResult"},
    {"ping", "EmptyResult"},
    {"logging/setLevel", "EmptyResult"},
    {"tools/list", "ListToolsResult"},
    {"tools/call", "CallToolResult"},
    {"resources/list", "ListResourcesResult"},
    {"resources/templates/list", "ListResourceTemplatesResult"},
    {"resources/read", "ReadResourceResult"},
    {"resources/subscribe", "EmptyResult"},
    {"resources/unsubscribe", "EmptyResult"},
    {"prompts/list", "ListPromptsResult"},
    {"prompts/get", "GetPromptResult"},
    {"completion/complete", "CompleteResult"},
};

void add_tools(Program& program) {
    require_ok(define("add")
                   .description("Adds.")
                   .policy(Policy::allow)
                   .parameter("a")
                   .parameter("b")
                   .call([](int a, int b) { return a + b; })
                   .add_to(program.registry));
    program.add_allowed("ring", [] {});
    program.add_allowed("fail", []() -> int { throw tool_error("no_paper", "No paper."); });
    program.add_allowed("talk", [](Context& context) {
        context.progress().report(1, 2, "half");
        context.log(LogLevel::warning, "hot");
    });
    require_ok(define("ask").description("Asks.").call([] {}).add_to(program.registry));
}

void add_offers(Program& program) {
    program.has_offers = true;
    require_ok(program.offers.add(
        Resource{.uri = "n://1", .name = "One"},
        [](const OfferRequest& wish) -> Result<std::vector<ResourceContents>> {
            return std::vector<ResourceContents>{
                {wish.name, "text/plain", "one"},
                {wish.name, std::nullopt, std::nullopt, std::vector<std::byte>{std::byte{1}}}};
        }));
    require_ok(program.offers.add(ResourceTemplate{.uri_template = "n://by/{id}", .name = "Any"},
                                  [](const OfferRequest&) -> Result<std::vector<ResourceContents>> {
                                      return std::vector<ResourceContents>{};
                                  }));
    Prompt prompt{.name = "greet", .title = "Greeting"};
    prompt.arguments = {{"name", "", false}};
    require_ok(
        program.offers.add(prompt, [](const OfferRequest&) -> Result<std::vector<PromptMessage>> {
            return std::vector<PromptMessage>{
                {PromptMessage::Role::user, TextContent{"Hi"}},
                {PromptMessage::Role::assistant, ImageContent{{std::byte{1}}, "image/png"}},
                {PromptMessage::Role::user, EmbeddedResource{{"n://1", "text/plain", "one"}}}};
        }));
}

/// Every request that has an answer, and every notification.
std::map<int, std::string> play(Program& program, Conversation& client, const char* revision) {
    std::map<int, std::string> methods;
    const auto ask = [&](const std::string& method, const Json& params = Json::object()) {
        const int id = client.send(method, params);
        methods[id] = method;
        client.answer_to(id);
    };
    ask("initialize", Conversation::initialize_params(revision));
    client.tell("notifications/initialized");
    ask("ping");
    ask("logging/setLevel", {{"level", "debug"}});
    ask("tools/list");
    ask("tools/call", {{"name", "add"}, {"arguments", {{"a", 1}, {"b", 2}}}});
    ask("tools/call", {{"name", "add"}, {"arguments", {{"a", "x"}}}});
    for (const char* name : {"ring", "fail", "ask"}) ask("tools/call", {{"name", name}});
    ask("tools/call", {{"name", "talk"}, {"_meta", {{"progressToken", 7}}}});
    ask("tools/call", {{"name", "absent"}});
    ask("resources/list");
    ask("resources/templates/list");
    ask("resources/read", {{"uri", "n://1"}});
    ask("resources/read", {{"uri", "n://2"}});
    ask("resources/subscribe", {{"uri", "n://1"}});
    program.offers.updated("n://1");
    ask("resources/unsubscribe", {{"uri", "n://1"}});
    ask("prompts/list");
    ask("prompts/get", {{"name", "greet"}});
    ask("completion/complete", {{"ref", {{"type", "ref/prompt"}, {"name", "greet"}}},
                                {"argument", {{"name", "name"}, {"value", ""}}}});
    ask("absent/method");
    require_ok(program.registry.remove({"", "ring"}));
    require_ok(program.offers.remove_resource("n://1"));
    require_ok(program.offers.remove_prompt("greet"));
    return methods;
}

/// Every request without a session that has an answer, and every notification.
std::map<int, std::string> play_stateless(Program& program, Conversation& client) {
    std::map<int, std::string> methods;
    const auto ask = [&](const std::string& method, Json params = Json::object()) {
        const int id = client.send(method, with_meta(std::move(params), all_capabilities()));
        methods[id] = method;
        return client.answer_to(id);
    };
    const Json all{{"toolsListChanged", true},
                   {"promptsListChanged", true},
                   {"resourcesListChanged", true},
                   {"resourceSubscriptions", {"n://1"}}};
    const int stream = client.send("subscriptions/listen", with_meta({{"notifications", all}}));
    methods[stream] = "subscriptions/listen";
    ask("server/discover");
    ask("tools/list");
    ask("tools/call", {{"name", "add"}, {"arguments", {{"a", 1}, {"b", 2}}}});
    ask("tools/call", {{"name", "add"}, {"arguments", {{"a", "x"}}}});
    for (const char* name : {"ring", "fail", "ask"}) ask("tools/call", {{"name", name}});
    ask("tools/call",
        {{"name", "talk"},
         {"_meta", {{"progressToken", 7}, {"io.modelcontextprotocol/logLevel", "info"}}}});
    ask("tools/call", {{"name", "absent"}});
    const Json question = ask("tools/call", {{"name", "greet"}});
    ask("tools/call", with_answers({{"name", "greet"}}, question["result"],
                                   {{"user_name", accepted({{"name", "Ann"}})}}));
    ask("resources/list");
    ask("resources/templates/list");
    ask("resources/read", {{"uri", "n://1"}});
    ask("resources/read", {{"uri", "n://2"}});
    program.offers.updated("n://1");
    ask("prompts/list");
    ask("prompts/get", {{"name", "greet"}});
    ask("completion/complete", {{"ref", {{"type", "ref/prompt"}, {"name", "greet"}}},
                                {"argument", {{"name", "name"}, {"value", ""}}}});
    ask("absent/method");
    require_ok(program.registry.remove({"", "ring"}));
    require_ok(program.offers.remove_resource("n://1"));
    require_ok(program.offers.remove_prompt("greet"));
    client.session().stop_waiting();
    client.answer_to(stream);
    return methods;
}

const std::map<std::string, std::string> k_stateless_results{
    {"server/discover", "DiscoverResult"},
    {"subscriptions/listen", "SubscriptionsListenResult"},
};

std::string definition_of_result(const std::string& method, const Json& result) {
    if (result.value("resultType", "") == "input_required") return "InputRequiredResult";
    const auto stateless = k_stateless_results.find(method);
    return stateless == k_stateless_results.end() ? k_results.at(method) : stateless->second;
}

void check_revision(const std::string& revision) {
    auto document = read_official(official_folder(revision.c_str()) / "schema.json");
    if (skips(!document)) return;
    Official official(*std::move(document));
    Program program;
    program.settings.wait = std::chrono::milliseconds(0);
    add_tools(program);
    add_offers(program);
    Conversation client(program);
    const bool is_stateless = revision == k_stateless_revision;
    if (is_stateless)
        program.add_allowed("greet", [](Context& context) { return ask_for_name(context); });
    const auto methods =
        is_stateless ? play_stateless(program, client) : play(program, client, revision.c_str());
    std::size_t notifications = 0;
    for (const Json& message : client.messages()) {
        official.require_valid("JSONRPCMessage", message);
        if (message.contains("method")) {
            ++notifications;
            official.require_valid("ServerNotification", message);
        } else if (message.contains("result")) {
            const std::string& method = methods.at(message["id"].get<int>());
            official.require_valid(definition_of_result(method, message["result"]),
                                   message["result"]);
        }
    }
    CHECK(client.messages().size() == methods.size() + notifications);
    CHECK(notifications == (is_stateless ? 7 : 6));
}

/// An input of each kind that a form can ask for.
std::map<std::string, InputRequest> all_inputs() {
    using Kind = InputRequest::Kind;
    return {{"choice", {Kind::choice, "Which?", {"a", "b"}}},
            {"date", {Kind::date, "When?"}},
            {"number", {Kind::number, "Size?", {}, 1, 9}},
            {"text", {Kind::text, "Name?"}},
            {"truth", {Kind::boolean, "Loud?"}}};
}

/// Every request and notification about open questions of two calls.
void check_question(Official& official, const std::string& revision, const Json& capabilities) {
    AskingProgram asking;
    if (capabilities == fills_forms()) asking.ask_by_forms();
    add_inputs(asking.program, all_inputs());
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    const bool is_stateless = revision == k_stateless_revision;
    if (!is_stateless) client.begin(revision, capabilities);
    for (const Json& params : {send_params(), inputs_params()}) {
        if (is_stateless) {
            const Json answer = client.ask("tools/call", with_meta(params, capabilities));
            official.require_valid("JSONRPCMessage", answer);
            official.require_valid("InputRequiredResult", answer["result"]);
            for (const auto& [key, request] : answer["result"]["inputRequests"].items())
                official.require_valid("ElicitRequest", request);
            CHECK(answer["result"]["inputRequests"].size() == 1);
            continue;
        }
        const std::size_t asked = client.count("elicitation/create");
        const int id = client.send("tools/call", params);
        client.wait_for_count("elicitation/create", asked + 1);
        official.require_valid("ServerRequest", client.notification("elicitation/create"));
        asking.program.answer(asking.program.only_question().id, consent::Answer::deny_once);
        client.answer_to(id);
    }
    for (const Json& message : client.messages()) {
        if (message.contains("method") && !message.contains("id"))
            official.require_valid("ServerNotification", message);
    }
}

/// An address that a function asks its client to open.
void check_address(Official& official, const std::string& revision) {
    Program program;
    program.add_allowed("sign", [](Context& context) {
        return context.open_url("page", {"Sign.", "https://sign.example/", "1"}).has_value();
    });
    Conversation client(program);
    if (revision == k_stateless_revision) {
        const Json answer = client.ask("tools/call", with_meta({{"name", "sign"}}, opens_urls()));
        official.require_valid("InputRequiredResult", answer["result"]);
        official.require_valid("ElicitRequest", answer["result"]["inputRequests"]["page"]);
        return;
    }
    client.begin(revision, opens_urls());
    const int id = client.send("tools/call", {{"name", "sign"}});
    const Json question = client.notification("elicitation/create");
    official.require_valid("ServerRequest", question);
    CHECK(question["params"]["mode"] == "url");
    client.reply(question, {{"action", "accept"}});
    CHECK(client.answer_to(id)["result"]["structuredContent"]["result"] == true);
}

/// Every request and notification about an open question of a call.
void check_questions(const std::string& revision) {
    auto document = read_official(official_folder(revision.c_str()) / "schema.json");
    if (skips(!document)) return;
    Official official(*std::move(document));
    const bool has_pages = revision != "2025-06-18";
    if (has_pages) check_question(official, revision, opens_urls());
    if (has_pages) check_address(official, revision);
    check_question(official, revision, fills_forms());
}

}  // namespace

TEST_CASE("messages of revision 2024-11-05 fit its official schema", "[.schemas]") {
    check_revision("2024-11-05");
}
TEST_CASE("messages of revision 2025-03-26 fit its official schema", "[.schemas]") {
    check_revision("2025-03-26");
}
TEST_CASE("messages of revision 2025-06-18 fit its official schema", "[.schemas]") {
    check_revision("2025-06-18");
}
TEST_CASE("messages of revision 2025-11-25 fit its official schema", "[.schemas]") {
    check_revision("2025-11-25");
}
TEST_CASE("messages of revision 2026-07-28 fit its official schema", "[.schemas]") {
    check_revision("2026-07-28");
}

TEST_CASE("questions of revision 2025-06-18 fit its official schema", "[.schemas]") {
    check_questions("2025-06-18");
}
TEST_CASE("questions of revision 2025-11-25 fit its official schema", "[.schemas]") {
    check_questions("2025-11-25");
}
TEST_CASE("questions of revision 2026-07-28 fit its official schema", "[.schemas]") {
    check_questions("2026-07-28");
}

TEST_CASE("the official examples of requests without a session are read", "[.schemas]") {
    const auto folder = official_folder(k_stateless_revision) / "examples";
    if (skips(!std::filesystem::exists(folder))) return;
    Program program;
    add_tools(program);
    add_offers(program);
    Conversation client(program);
    std::size_t requests = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
        if (file.path().extension() != ".json") continue;
        INFO(file.path().string());
        Json example = read_official(file.path()).value();
        // Read and written, an example is the same.
        CHECK(json_equal(parse_json(canonical_json(example).value()).value(), example));
        if (!example.is_object() || !example.contains("method") || !example.contains("id"))
            continue;
        ++requests;
        example["id"] = "example-" + std::to_string(requests);
        client.raw(example.dump());
        if (example["method"] == "subscriptions/listen") {
            client.wait_for_count("notifications/subscriptions/acknowledged", 1);
        } else {
            client.wait_for_answer(example["id"]);
        }
    }
    CHECK(requests > 5);
}
