// Messages of the server held against the official schemas of their revisions, where these are.
#include "mcp/conversation.hpp"
#include <iam/schema/schema.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

/// The schema of one revision.
class Official {
 public:
    explicit Official(Json document) : document_(std::move(document)) {}

    void require_valid(const std::string& definition, const Json& value) {
        INFO(definition << ": " << value.dump());
        auto found = compiled_.find(definition);
        if (found == compiled_.end()) {
            const char* list = document_.contains("$defs") ? "$defs" : "definitions";
            Json root{{"$schema", document_["$schema"]}, {list, document_[list]}};
            root["allOf"] = Json::array({{{"$ref", "#/" + std::string(list) + "/" + definition}}});
            auto schema = schema::Schema::compile(root);
            REQUIRE(schema.has_value());
            found = compiled_.emplace(definition, *std::move(schema)).first;
        }
        const auto accepted = found->second.accepts(value);
        REQUIRE(accepted.has_value());
        CHECK(*accepted);
    }

 private:
    Json document_;
    std::map<std::string, schema::Schema> compiled_{};
};

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

void check_revision(const char* revision) {
    const char* folder = std::getenv("IAM_MCP_SCHEMAS");
    const auto file =
        std::filesystem::path(folder == nullptr ? "" : folder) / revision / "schema.json";
    std::ifstream in(file);
    if (!in) {
        std::puts("skipped: the schemas of MCP are not here");
        SUCCEED("nothing to hold messages against");
        return;
    }
    const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    auto document = parse_json(text);
    REQUIRE(document.has_value());
    Official official(*std::move(document));
    Program program;
    program.settings.wait = std::chrono::milliseconds(0);
    add_tools(program);
    add_offers(program);
    Conversation client(program);
    const auto methods = play(program, client, revision);
    std::size_t notifications = 0;
    for (const Json& message : client.messages()) {
        official.require_valid("JSONRPCMessage", message);
        if (message.contains("method")) {
            ++notifications;
            official.require_valid("ServerNotification", message);
        } else if (message.contains("result")) {
            official.require_valid(k_results.at(methods.at(message["id"].get<int>())),
                                   message["result"]);
        }
    }
    CHECK(client.messages().size() == methods.size() + notifications);
    CHECK(notifications == 6);
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
