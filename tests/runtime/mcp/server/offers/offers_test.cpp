// Tests of runtime/src/mcp/server/{prompts,resources}.cpp.
#include "mcp/conversation.hpp"

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
    std::vector<std::byte> bytes;
    for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

ReadResource text_of(std::string text) {
    return [text](const OfferRequest& wish) -> Result<std::vector<ResourceContents>> {
        return std::vector<ResourceContents>{{wish.name, "text/plain", text}};
    };
}

void add_notes(Program& program) {
    program.has_offers = true;
    require_ok(program.offers.add({.uri = "note://1", .name = "First", .mime_type = "text/plain"},
                                  text_of("one")));
    require_ok(
        program.offers.add({.uri = "note://logo",
                            .name = "Logo",
                            .description = "The logo.",
                            .mime_type = "image/png"},
                           [](const OfferRequest& wish) -> Result<std::vector<ResourceContents>> {
                               return std::vector<ResourceContents>{
                                   {wish.name, "image/png", std::nullopt, bytes_of("PNG")}};
                           }));
    require_ok(program.offers.add(
        ResourceTemplate{.uri_template = "note://by/{author}/{id}", .name = "Note"},
        [](const OfferRequest& wish) -> Result<std::vector<ResourceContents>> {
            if (wish.values.at("id") == "none") return fail(Errc::not_found, "No such note.");
            return std::vector<ResourceContents>{
                {wish.name, std::nullopt, wish.values.at("author") + " " + wish.values.at("id")}};
        },
        [](const CompletionRequest& request) {
            return std::vector<std::string>{request.argument + ":" + request.typed + "x"};
        }));
}

void add_prompts(Program& program) {
    program.has_offers = true;
    Prompt prompt{.name = "greet", .title = "Greeting", .description = "Greets."};
    prompt.arguments = {{"name", "who is greeted", true}, {"tone", "", false}};
    require_ok(program.offers.add(
        prompt,
        [](const OfferRequest& wish) -> Result<std::vector<PromptMessage>> {
            return std::vector<PromptMessage>{
                {PromptMessage::Role::user, TextContent{"Greet " + wish.values.at("name")}},
                {PromptMessage::Role::assistant, ImageContent{bytes_of("PNG"), "image/png"}},
                {PromptMessage::Role::user, EmbeddedResource{{"note://1", "text/plain", "one"}}}};
        },
        [](const CompletionRequest&) { return std::vector<std::string>(101, "Ann"); }));
}

}  // namespace

TEST_CASE("resources and templates are listed in order, in pages") {
    Program program;
    program.settings.page_size = 1;
    add_notes(program);
    Conversation client(program);
    client.begin();
    const Json first = client.ask("resources/list")["result"];
    CHECK(first["resources"] ==
          Json::array({{{"uri", "note://1"}, {"name", "First"}, {"mimeType", "text/plain"}}}));
    const Json second = client.ask("resources/list", {{"cursor", first["nextCursor"]}})["result"];
    CHECK(second["resources"][0]["description"] == "The logo.");
    CHECK_FALSE(second.contains("nextCursor"));
    CHECK(client.ask("resources/templates/list")["result"]["resourceTemplates"] ==
          Json::array({{{"uriTemplate", "note://by/{author}/{id}"}, {"name", "Note"}}}));
}

TEST_CASE("a resource is read as text or as bytes, and a template by its values") {
    Program program;
    add_notes(program);
    Conversation client(program);
    client.begin();
    const auto read = [&](const char* uri) {
        return client.ask("resources/read", {{"uri", uri}})["result"]["contents"][0];
    };
    CHECK(read("note://1") ==
          Json({{"uri", "note://1"}, {"mimeType", "text/plain"}, {"text", "one"}}));
    CHECK(read("note://logo")["blob"] == "UE5H");
    CHECK(read("note://by/ann%20b/7") ==
          Json({{"uri", "note://by/ann%20b/7"}, {"text", "ann b 7"}}));
}

TEST_CASE("a resource that does not exist is not found, and the error names it") {
    Program program;
    add_notes(program);
    Conversation client(program);
    client.begin();
    for (const char* uri : {"note://2", "note://by/ann/none", "note://by/ann/7/8"}) {
        for (const char* method : {"resources/read", "resources/subscribe"}) {
            if (std::string_view(uri) == "note://by/ann/none" &&
                std::string_view(method) == "resources/subscribe")
                continue;  // only its function knows
            const Json answer = client.ask(method, {{"uri", uri}});
            CHECK(error_code(answer) == -32002);
            CHECK(answer["error"]["data"]["uri"] == uri);
        }
    }
    CHECK(error_code(client.ask("resources/read", {{"uri", 7}})) == -32602);
}

TEST_CASE("a subscriber hears of changes to its resource until it unsubscribes") {
    Program program;
    add_notes(program);
    Conversation client(program);
    client.begin();
    program.offers.updated("note://1");
    CHECK(client.count("notifications/resources/updated") == 0);
    CHECK(client.ask("resources/subscribe", {{"uri", "note://1"}})["result"] == Json::object());
    program.offers.updated("note://1");
    program.offers.updated("note://logo");
    CHECK(client.count("notifications/resources/updated") == 1);
    CHECK(client.notification("notifications/resources/updated")["params"] ==
          Json({{"uri", "note://1"}}));
    client.ask("resources/unsubscribe", {{"uri", "note://1"}});
    program.offers.updated("note://1");
    CHECK(client.count("notifications/resources/updated") == 1);
}

TEST_CASE("a session has at most a thousand subscriptions") {
    Program program;
    add_notes(program);
    Conversation client(program);
    client.begin();
    for (int number = 0; number < 1000; ++number) {
        const std::string uri = "note://by/ann/" + std::to_string(number);
        REQUIRE(client.ask("resources/subscribe", {{"uri", uri}}).contains("result"));
    }
    CHECK(error_code(client.ask("resources/subscribe", {{"uri", "note://1"}})) == -32602);
    client.ask("resources/unsubscribe", {{"uri", "note://by/ann/0"}});
    CHECK(client.ask("resources/subscribe", {{"uri", "note://1"}}).contains("result"));
}

TEST_CASE("changes of the offers are told by kind") {
    Program program;
    add_notes(program);
    Conversation client(program);
    client.begin();
    require_ok(program.offers.remove_resource("note://1"));
    CHECK(client.count("notifications/resources/list_changed") == 1);
    CHECK(client.count("notifications/prompts/list_changed") == 0);
    add_prompts(program);
    CHECK(client.count("notifications/prompts/list_changed") == 1);
    CHECK_FALSE(program.offers.remove_prompt("absent").has_value());
    CHECK(client.count("notifications/prompts/list_changed") == 1);
}

TEST_CASE("a prompt is listed with its arguments and gives messages of every kind") {
    Program program;
    add_prompts(program);
    Conversation client(program);
    client.begin();
    const Json prompt = client.ask("prompts/list")["result"]["prompts"][0];
    CHECK(prompt["title"] == "Greeting");
    CHECK(prompt["arguments"] ==
          Json::array({{{"name", "name"}, {"description", "who is greeted"}, {"required", true}},
                       {{"name", "tone"}, {"required", false}}}));
    const Json result =
        client.ask("prompts/get", {{"name", "greet"}, {"arguments", {{"name", "Bob"}}}})["result"];
    CHECK(result["description"] == "Greets.");
    CHECK(result["messages"][0] ==
          Json({{"role", "user"}, {"content", {{"type", "text"}, {"text", "Greet Bob"}}}}));
    CHECK(result["messages"][1]["role"] == "assistant");
    CHECK(result["messages"][1]["content"] ==
          Json({{"type", "image"}, {"data", "UE5H"}, {"mimeType", "image/png"}}));
    CHECK(result["messages"][2]["content"]["resource"]["text"] == "one");
}

TEST_CASE("a prompt without a required argument, or with one that is no text, is refused") {
    Program program;
    add_prompts(program);
    Conversation client(program);
    client.begin();
    for (const Json& params :
         {Json({{"name", "greet"}}), Json({{"name", "greet"}, {"arguments", {{"name", 7}}}}),
          Json({{"name", "absent"}}), Json::object()})
        CHECK(error_code(client.ask("prompts/get", params)) == -32602);
}

TEST_CASE("completions are at most a hundred, and say that there are more") {
    Program program;
    add_prompts(program);
    add_notes(program);
    Conversation client(program);
    client.begin();
    const Json of_prompt =
        client.ask("completion/complete", {{"ref", {{"type", "ref/prompt"}, {"name", "greet"}}},
                                           {"argument", {{"name", "name"}, {"value", "A"}}}});
    CHECK(of_prompt["result"]["completion"]["values"].size() == 100);
    CHECK(of_prompt["result"]["completion"]["total"] == 101);
    CHECK(of_prompt["result"]["completion"]["hasMore"] == true);
    const Json of_template =
        client.ask("completion/complete",
                   {{"ref", {{"type", "ref/resource"}, {"uri", "note://by/{author}/{id}"}}},
                    {"argument", {{"name", "id"}, {"value", "7"}}},
                    {"context", {{"arguments", {{"author", "ann"}}}}}});
    CHECK(of_template["result"]["completion"]["values"] == Json({"id:7x"}));
}

TEST_CASE("a completion of nothing that exists is refused with the place of the mistake") {
    Program program;
    add_prompts(program);
    Conversation client(program);
    client.begin();
    const Json argument{{"name", "name"}, {"value", ""}};
    for (const Json& params :
         {Json({{"argument", argument}}),
          Json({{"ref", {{"type", "ref/prompt"}, {"name", "absent"}}}, {"argument", argument}}),
          Json({{"ref", {{"type", "ref/tool"}, {"name", "greet"}}}, {"argument", argument}}),
          Json({{"ref", {{"type", "ref/prompt"}, {"name", "greet"}}}})})
        CHECK(error_code(client.ask("completion/complete", params)) == -32602);
}

TEST_CASE("an application's function that fails or throws is an internal error, and no more") {
    Program program;
    program.has_offers = true;
    require_ok(program.offers.add(Resource{.uri = "bad://throws", .name = "Throws"},
                                  [](const OfferRequest&) -> Result<std::vector<ResourceContents>> {
                                      throw std::runtime_error("lost");
                                  }));
    require_ok(
        program.offers.add(Resource{.uri = "bad://bytes", .name = "Bytes"}, text_of("\xff")));
    Conversation client(program);
    client.begin();
    const Json thrown = client.ask("resources/read", {{"uri", "bad://throws"}});
    CHECK(error_code(thrown) == -32603);
    CHECK(thrown["error"]["message"].get<std::string>().find("lost") != std::string::npos);
    CHECK(error_code(client.ask("resources/read", {{"uri", "bad://bytes"}})) == -32603);
    CHECK(client.ask("ping")["result"] == Json::object());
}

TEST_CASE("an offer without a name or a function, or of a taken name, is refused") {
    Offers offers;
    const auto none = Resource{.uri = "a://b", .name = ""};
    CHECK(offers.add(none, text_of("")).error().code == Errc::invalid_argument);
    const auto some = Resource{.uri = "a://b", .name = "b"};
    CHECK(offers.add(some, {}).error().code == Errc::invalid_argument);
    require_ok(offers.add(some, text_of("")));
    CHECK(offers.add(some, text_of("")).error().code == Errc::conflict);
    CHECK(offers.remove_resource("a://c").error().code == Errc::not_found);
    CHECK(offers.remove_template("a://{c}").error().code == Errc::not_found);
    require_ok(offers.remove_resource("a://b"));
    CHECK(offers.snapshot()->resources.empty());
}

TEST_CASE("many offers come and go as one change, and clients hear once of each kind") {
    Program program;
    add_notes(program);
    add_prompts(program);
    Conversation client(program);
    client.begin();
    OfferChanges changes;
    changes.gone_resources = {"note://1", "note://absent"};
    changes.gone_prompts = {"greet"};
    for (int number = 0; number < 1000; ++number) {
        const std::string uri = "other://" + std::to_string(number);
        changes.come.resources[uri] = {{.uri = uri, .name = "n"}, text_of("t")};
    }
    changes.come.prompts["hail"] = {
        {.name = "hail"}, [](const OfferRequest&) { return Result<std::vector<PromptMessage>>(); }};
    CHECK(program.offers.change(std::move(changes)).empty());
    CHECK(client.count("notifications/resources/list_changed") == 1);
    CHECK(client.count("notifications/prompts/list_changed") == 1);
    CHECK(program.offers.snapshot()->resources.size() == 1001);
    CHECK(client.ask("prompts/list")["result"]["prompts"][0]["name"] == "hail");
    CHECK(program.offers.change({}).empty());
    CHECK(client.count("notifications/resources/list_changed") == 1);
}

TEST_CASE("an offer that cannot be added in a change is reported and stops no other") {
    Program program;
    add_notes(program);
    OfferChanges changes;
    changes.come.resources["note://1"] = {{.uri = "note://1", .name = "n"}, text_of("t")};
    changes.come.resources["note://2"] = {{.uri = "note://2", .name = "n"}, text_of("t")};
    changes.come.resources["note://3"] = {{.uri = "note://3", .name = "n"}, {}};
    changes.come.templates["a://{+b}"] = {{.uri_template = "a://{+b}", .name = "n"}, text_of("t")};
    const auto refused = program.offers.change(std::move(changes));
    REQUIRE(refused.size() == 3);
    CHECK(refused[0].key == "note://1");
    CHECK(refused[0].error.code == Errc::conflict);
    CHECK(refused[1].error.message == "\"n\" has no function that gives its content.");
    CHECK(refused[2].error.message.find("a://{+b}") != std::string::npos);
    CHECK(program.offers.snapshot()->resources.count("note://2") == 1);
}

TEST_CASE("a space reads every URI that begins with its name, and no other does") {
    Program program;
    add_notes(program);
    OfferChanges changes;
    changes.come.spaces["far:a/"] = text_of("space a");
    changes.come.spaces["far:a/deep/"] = text_of("deep");
    changes.come.spaces["far:ab/"] = text_of("space ab");
    changes.come.templates["far:a/{+any}"] = {{.uri_template = "far:a/{+any}", .name = "n"}};
    CHECK(program.offers.change(std::move(changes)).empty());
    Conversation client(program);
    client.begin();
    const auto read = [&](const std::string& uri) {
        const Json answer = client.ask("resources/read", {{"uri", uri}});
        return answer.contains("result")
                   ? answer["result"]["contents"][0]["text"].get<std::string>()
                   : std::string();
    };
    CHECK(read("far:a/x?y#z") == "space a");
    CHECK(read("far:a/deep/x") == "deep");
    CHECK(read("far:a/dee") == "space a");
    CHECK(read("far:ab/x") == "space ab");
    CHECK(read("far:a").empty());
    CHECK(read("note://1") == "one");
    const Json listed = client.ask("resources/templates/list")["result"]["resourceTemplates"];
    CHECK(listed[0]["uriTemplate"] == "far:a/{+any}");
    const Json refused = client.ask("resources/subscribe", {{"uri", "far:a/x"}});
    CHECK(refused["error"]["message"] ==
          "Changes of resources of other servers are not passed on; read the resource again.");
}
