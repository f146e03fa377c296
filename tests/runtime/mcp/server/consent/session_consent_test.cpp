#include "mcp/asking_program.hpp"

using namespace iam;
using namespace iam::test;

namespace {

/// A call whose client has been asked to open the page.
struct OnPage {
    int id = 0;
    Json question{};
};

OnPage propose_on_page(Conversation& client, const std::string& to = "bob") {
    OnPage on_page;
    const std::size_t asked = client.count("elicitation/create");
    on_page.id = client.send("tools/call", send_params(to));
    client.wait_for_count("elicitation/create", asked + 1);
    on_page.question = client.notification("elicitation/create");
    return on_page;
}

}  // namespace

TEST_CASE("a client that opens addresses is asked to, and the answer on the page runs the call") {
    AskingProgram asking;
    Conversation client(asking.program);
    client.begin("2025-11-25", opens_urls());
    const OnPage on_page = propose_on_page(client);
    const Json& params = on_page.question["params"];
    const std::string approval = asking.program.only_question().id;
    CHECK(params["mode"] == "url");
    CHECK(params["url"] == "https://desk.example/approvals/" + approval);
    CHECK(params["message"].get<std::string>().find("send") != std::string::npos);
    client.reply(on_page.question, {{"action", "accept"}});
    CHECK_FALSE(client.has_answer(on_page.id));
    asking.answer_on_page(params["url"], consent::Answer::allow_once);
    CHECK(client.answer_to(on_page.id)["result"]["structuredContent"]["result"] == "bob1");
    CHECK(client.notification("notifications/elicitation/complete")["params"]["elicitationId"] ==
          params["elicitationId"]);
    CHECK(asking.program.store->approval(approval).value()->approver->channel == "page");
}

TEST_CASE("XM42 a client that accepts the address of a page has consented to nothing") {
    AskingProgram asking;
    Conversation client(asking.program);
    client.begin("2025-11-25", opens_urls());
    const OnPage on_page = propose_on_page(client);
    client.reply(on_page.question,
                 {{"action", "accept"},
                  {"content", {{"answer", "Allow once"}, {"confirmed", true}, {"consent", true}}}});
    // It may answer again; nobody hears it.
    client.reply(on_page.question, {{"action", "accept"}});
    const std::string approval = asking.program.only_question().id;
    asking.program.clock.advance(asking.program.settings.wait);
    CHECK(code_of_result(client.answer_to(on_page.id)) == "confirmation_required");
    CHECK(asking.runs == 0);
    CHECK(asking.state_of(approval) == "pending");
    CHECK(client.count("notifications/elicitation/complete") == 0);
}

TEST_CASE("a client that does not open the page ends the wait, and the question stays open") {
    for (const char* action : {"decline", "cancel"}) {
        AskingProgram asking;
        Conversation client(asking.program);
        client.begin("2025-11-25", opens_urls());
        const OnPage on_page = propose_on_page(client);
        const std::string approval = asking.program.only_question().id;
        client.reply(on_page.question, {{"action", action}});
        CHECK(code_of_result(client.answer_to(on_page.id)) == "confirmation_required");
        CHECK(asking.state_of(approval) == "pending");
        CHECK(client.count("notifications/elicitation/complete") == 0);
        // The answer on the page serves the same call, made again.
        asking.answer_on_page(on_page.question["params"]["url"], consent::Answer::allow_once);
        CHECK(client.ask("tools/call", send_params())["result"]["structuredContent"]["result"] ==
              "bob1");
    }
}

TEST_CASE("a refusal on the page refuses the call") {
    AskingProgram asking;
    Conversation client(asking.program);
    client.begin("2025-11-25", opens_urls());
    const OnPage on_page = propose_on_page(client);
    asking.answer_on_page(on_page.question["params"]["url"], consent::Answer::deny_once);
    CHECK(code_of_result(client.answer_to(on_page.id)) == "user_denied");
    CHECK(client.count("notifications/elicitation/complete") == 1);
    // The client had not said whether it opens the page.
    CHECK(client.count("notifications/cancelled") == 1);
}

TEST_CASE("an error and an answer that is none leave the wait as it is") {
    AskingProgram asking;
    Conversation client(asking.program);
    client.begin("2025-11-25", opens_urls());
    const OnPage first = propose_on_page(client);
    client.raw(Json({{"jsonrpc", "2.0"},
                     {"id", first.question["id"]},
                     {"error", {{"code", -32601}, {"message", "unknown"}}}})
                   .dump());
    const OnPage second = propose_on_page(client, "carl");
    client.reply(second.question, Json::object());
    CHECK_FALSE(client.has_answer(first.id));
    for (const Json& question : {first.question, second.question})
        asking.answer_on_page(question["params"]["url"], consent::Answer::allow_once);
    CHECK(client.answer_to(first.id)["result"]["isError"].is_null());
    CHECK(client.answer_to(second.id)["result"]["isError"].is_null());
    CHECK(asking.runs == 2);
}

TEST_CASE("a client that opens no addresses waits for an answer elsewhere") {
    AskingProgram asking;
    const Json forms{{"elicitation", Json::object()}};
    for (const auto& [revision, capabilities] :
         {std::pair("2025-11-25", Json::object()), std::pair("2025-11-25", forms),
          std::pair("2025-06-18", opens_urls())}) {
        Conversation client(asking.program);
        client.begin(revision, capabilities);
        Json params = send_params();
        params["_meta"]["progressToken"] = "t";
        const int id = client.send("tools/call", params);
        client.wait_for_count("notifications/progress", 1);
        CHECK(client.count("elicitation/create") == 0);
        asking.program.answer(asking.program.only_question().id, consent::Answer::allow_once);
        client.answer_to(id);
    }
    CHECK(asking.runs == 3);
}

TEST_CASE("a program whose page fails asks elsewhere") {
    AskingProgram asking;
    asking.program.page_of = [](const std::string&) -> std::string { throw 1; };
    Conversation client(asking.program);
    client.begin("2025-11-25", opens_urls());
    Json params = send_params();
    params["_meta"]["progressToken"] = "t";
    client.send("tools/call", params);
    client.wait_for_count("notifications/progress", 1);
    CHECK(client.count("elicitation/create") == 0);
}

TEST_CASE("inputs that a function asks for are given on the page") {
    AskingProgram asking;
    add_inputs(asking.program, {{"name", {.prompt = "Which name?"}}});
    Conversation client(asking.program);
    client.begin("2025-11-25", opens_urls());
    const int id = client.send("tools/call", inputs_params());
    client.wait_for_count("elicitation/create", 1);
    const Json question = client.notification("elicitation/create");
    // Content beside the address is no input.
    client.reply(question, {{"action", "accept"}, {"content", {{"name", "Eve"}}}});
    asking.answer_on_page(question["params"]["url"], consent::Answer::allow_once,
                          {{"name", "Ann"}});
    CHECK(client.answer_to(id)["result"]["structuredContent"]["result"] == "Ann;");
}
