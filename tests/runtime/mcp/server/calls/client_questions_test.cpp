// Functions that ask their client: forms, samples of its model, and its folders.
// Tests of runtime/src/tool/call/client.cpp.
#include "mcp/conversation.hpp"
#include <iam/tool/client.hpp>

#include <stop_token>

using namespace iam;
using namespace iam::test;

namespace {

const char* const k_form =
    R"({"type":"object","properties":{"name":{"type":"string"}},"required":["name"]})";

std::string words_of(const Result<Elicited>& elicited) {
    if (!elicited) return std::string(to_string(elicited.error().code));
    if (elicited->action == Elicited::Action::decline) return "declined";
    if (elicited->action == Elicited::Action::cancel) return "closed";
    return elicited->content;
}

void add_asking_tools(Program& program) {
    program.add_allowed("form", [](Context& context) {
        return words_of(context.elicit("user", {"Who are you?", k_form}));
    });
    program.add_allowed("sample", [](Context& context) {
        Sampling sampling;
        sampling.messages = {{SamplingMessage::Role::user, TextContent{"Say hello."}}};
        sampling.system_prompt = "Be brief.";
        sampling.tokens_max = 100;
        const auto sampled = context.sample("hello", sampling);
        if (!sampled) return std::string(to_string(sampled.error().code));
        return sampled->model + ": " + sampled->text;
    });
    program.add_allowed("roots", [](Context& context) {
        const auto roots = context.list_roots("folders");
        if (!roots) return std::string(to_string(roots.error().code));
        std::string all;
        for (const Root& root : *roots) all += root.uri + "=" + root.name + ";";
        return all;
    });
}

/// Begins as a client that answers everything.
void begin_able(Conversation& client, const char* revision = "2025-11-25") {
    Json params = Conversation::initialize_params(revision);
    params["capabilities"] = {
        {"elicitation", Json::object()}, {"sampling", Json::object()}, {"roots", Json::object()}};
    client.ask("initialize", params);
    client.tell("notifications/initialized");
}

/// Calls a tool, answers its question with `result`, and returns the tool's text.
std::string answered(Conversation& client, const char* tool, const char* method,
                     const Json& result) {
    const int id = client.send("tools/call", {{"name", tool}});
    const Json question = client.notification(method);
    client.raw(Json({{"jsonrpc", "2.0"}, {"id", question["id"]}, {"result", result}}).dump());
    return client.answer_to(id)["result"]["structuredContent"]["result"];
}

}  // namespace

TEST_CASE("a form reaches the client with its schema, and the answer reaches the function") {
    Program program;
    add_asking_tools(program);
    Conversation client(program);
    begin_able(client);
    CHECK(answered(client, "form", "elicitation/create",
                   {{"action", "accept"}, {"content", {{"name", "Ann"}}}}) == R"({"name":"Ann"})");
    const Json question = client.notification("elicitation/create");
    CHECK(question["params"]["message"] == "Who are you?");
    CHECK(question["params"]["requestedSchema"] == parse_json(k_form).value());
}

TEST_CASE("a person who refuses or closes a form gives the function no content") {
    for (const auto& [action, words] :
         {std::pair("decline", "declined"), std::pair("cancel", "closed")}) {
        Program program;
        add_asking_tools(program);
        Conversation client(program);
        begin_able(client);
        CHECK(answered(client, "form", "elicitation/create",
                       {{"action", action}, {"content", {{"name", "Ann"}}}}) == words);
    }
}

TEST_CASE("a sample of the client's model and its folders reach the function") {
    Program program;
    add_asking_tools(program);
    Conversation client(program);
    begin_able(client);
    CHECK(answered(client, "sample", "sampling/createMessage",
                   {{"role", "assistant"},
                    {"model", "m-1"},
                    {"content", {{"type", "text"}, {"text", "hello"}}}}) == "m-1: hello");
    const Json sampling = client.notification("sampling/createMessage")["params"];
    CHECK(sampling["maxTokens"] == 100);
    CHECK(sampling["systemPrompt"] == "Be brief.");
    CHECK(sampling["messages"][0]["content"]["text"] == "Say hello.");
    CHECK(answered(client, "roots", "roots/list",
                   {{"roots", Json::array({{{"uri", "file:///a"}, {"name", "a"}},
                                           {{"uri", "file:///b"}}})}}) ==
          "file:///a=a;file:///b=;");
}

TEST_CASE("a client that has not declared an ability is not asked for it") {
    Program program;
    add_asking_tools(program);
    Conversation client(program);
    client.begin();
    for (const char* tool : {"form", "sample", "roots"})
        CHECK(client.result_of_call(tool)["structuredContent"]["result"] == "unavailable");
    // Revisions before 2025-06-18 have no forms.
    Conversation early(program);
    begin_able(early, "2025-03-26");
    CHECK(text_of_result(early.result_of_call("form")) == R"({"result":"unavailable"})");
    // A client that only opens addresses fills in no form.
    Conversation opening(program);
    Json params = Conversation::initialize_params("2025-11-25");
    params["capabilities"] = {{"elicitation", {{"url", Json::object()}}}};
    opening.ask("initialize", params);
    opening.tell("notifications/initialized");
    CHECK(opening.result_of_call("form")["structuredContent"]["result"] == "unavailable");
    for (Conversation* one : {&client, &early, &opening})
        CHECK(one->count("elicitation/create") == 0);
}

TEST_CASE("an answer that the protocol does not know is an error of the question") {
    for (const Json& result : {Json::object(), Json({{"action", "maybe"}}),
                               Json({{"action", "accept"}, {"content", "Ann"}})}) {
        Program program;
        add_asking_tools(program);
        Conversation client(program);
        begin_able(client);
        CHECK(answered(client, "form", "elicitation/create", result) == "invalid_argument");
    }
}

TEST_CASE("an error of the client, and no answer in time, are errors of the question") {
    Program program;
    add_asking_tools(program);
    Conversation client(program);
    begin_able(client);
    const int refused = client.send("tools/call", {{"name", "form"}});
    const Json question = client.notification("elicitation/create");
    client.raw(Json({{"jsonrpc", "2.0"},
                     {"id", question["id"]},
                     {"error", {{"code", -32000}, {"message", "busy"}}}})
                   .dump());
    CHECK(client.answer_to(refused)["result"]["structuredContent"]["result"] == "invalid_argument");
    const int late = client.send("tools/call", {{"name", "roots"}});
    client.notification("roots/list");
    program.clock.advance(std::chrono::minutes(10));
    client.session().poll();
    CHECK(client.answer_to(late)["result"]["structuredContent"]["result"] == "unavailable");
}

TEST_CASE("a cancelled call cancels its question, and the end of a session ends it") {
    Program program;
    add_asking_tools(program);
    {
        Conversation client(program);
        begin_able(client);
        const int id = client.send("tools/call", {{"name", "form"}});
        const Json question = client.notification("elicitation/create");
        client.cancel(id);
        CHECK(client.notification("notifications/cancelled")["params"]["requestId"] ==
              question["id"]);
    }
    {
        Conversation client(program);
        begin_able(client);
        client.send("tools/call", {{"name", "form"}});
        client.notification("elicitation/create");
        client.session().close();
    }
    // No thread waits any more.
    program.end_server();
    SUCCEED("the server has ended");
}

TEST_CASE("a wrong question never reaches the client") {
    Program program;
    std::vector<std::string> problems;
    program.add_allowed("wrong", [&problems](Context& context) {
        const auto note = [&problems](const auto& result) {
            REQUIRE_FALSE(result.has_value());
            CHECK(result.error().code == Errc::invalid_argument);
            problems.push_back(result.error().message);
        };
        note(context.elicit("Bad key", {"Who?", k_form}));
        note(context.elicit("key", {"", k_form}));
        note(context.elicit("key", {std::string(k_client_text_bytes_max + 1, 'x'), k_form}));
        note(context.elicit("key", {"Who?", "[]"}));
        note(context.elicit("key", {"Who?", R"({"type":"string"})"}));
        note(context.sample("key", {}));
        note(context.sample("key", {{{SamplingMessage::Role::user, TextContent{"\xff"}}}}));
    });
    Conversation client(program);
    begin_able(client);
    client.result_of_call("wrong");
    CHECK(problems.size() == 7);
    CHECK(client.messages().size() == 2);
}

TEST_CASE("no secret of the arguments reaches the client in a question") {
    Program program;
    require_ok(define("login")
                   .description("Logs in.")
                   .policy(Policy::allow)
                   .parameter("token")
                   .secret()
                   .call([](const std::string& token, Context& context) {
                       return words_of(context.elicit("user", {"Is it " + token + "?", k_form}));
                   })
                   .add_to(program.registry));
    Conversation client(program);
    begin_able(client);
    const int id = client.send("tools/call",
                               {{"name", "login"}, {"arguments", {{"token", "hunter2-hunter2"}}}});
    const Json question = client.notification("elicitation/create");
    CHECK(question.dump().find("hunter2") == std::string::npos);
    client.raw(
        Json({{"jsonrpc", "2.0"}, {"id", question["id"]}, {"result", {{"action", "cancel"}}}})
            .dump());
    CHECK(client.answer_to(id)["result"]["structuredContent"]["result"] == "closed");
}
