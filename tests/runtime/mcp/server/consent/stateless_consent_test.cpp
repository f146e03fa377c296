#include "mcp/asking_program.hpp"

using namespace iam;
using namespace iam::test;

namespace {

Json page_params(const std::string& to = "bob", const Json& capabilities = opens_urls()) {
    return with_meta(send_params(to), capabilities);
}

/// The question that a call is answered with.
Json question_of(Conversation& client, const Json& params) {
    const Json answer = client.ask("tools/call", params);
    INFO(answer.dump());
    REQUIRE(answer["result"]["resultType"] == "input_required");
    return answer["result"];
}

std::string url_of(const Json& question) {
    return question["inputRequests"]["consent"]["params"]["url"];
}

Json opened() {
    return {{"consent", {{"action", "accept"}}}};
}

std::string value_of(const Json& answer) {
    INFO(answer.dump());
    REQUIRE(answer.contains("result"));
    REQUIRE(answer["result"].contains("structuredContent"));
    return answer["result"]["structuredContent"]["result"];
}

}  // namespace

TEST_CASE("a call without a session is answered by the page, and a repetition waits for it") {
    AskingProgram asking;
    Conversation client(asking.program);
    const Json question = question_of(client, page_params());
    const Json& request = question["inputRequests"]["consent"];
    CHECK(request["method"] == "elicitation/create");
    CHECK(request["params"]["mode"] == "url");
    CHECK_FALSE(request["params"].contains("elicitationId"));
    Json again = with_answers(page_params(), question, opened());
    again["_meta"]["progressToken"] = "t";
    const int id = client.send("tools/call", again);
    client.wait_for_count("notifications/progress", 1);
    CHECK_FALSE(client.has_answer(id));
    asking.answer_on_page(url_of(question), consent::Answer::allow_once);
    CHECK(value_of(client.answer_to(id)) == "bob1");
    CHECK(client.count("notifications/elicitation/complete") == 0);
}

TEST_CASE("a repetition takes up an answer that the page has had already") {
    for (const auto answer : {consent::Answer::allow_once, consent::Answer::deny_once}) {
        AskingProgram asking;
        Conversation client(asking.program);
        const Json question = question_of(client, page_params());
        asking.answer_on_page(url_of(question), answer);
        const Json again =
            client.ask("tools/call", with_answers(page_params(), question, opened()));
        if (answer == consent::Answer::allow_once) {
            CHECK(value_of(again) == "bob1");
        } else {
            CHECK(code_of_result(again) == "user_denied");
        }
    }
}

TEST_CASE("a repetition without an answer is asked again about the same question") {
    AskingProgram asking;
    Conversation client(asking.program);
    const Json question = question_of(client, page_params());
    for (const Json& none : {Json::object(), Json({{"other", {{"action", "accept"}}}}),
                             Json({{"consent", {{"action", "maybe"}}}})}) {
        const Json second = question_of(client, with_answers(page_params(), question, none));
        CHECK(url_of(second) == url_of(question));
    }
    CHECK(asking.program.runtime().consent().pending_approvals()->size() == 1);
}

TEST_CASE("a client without a session that does not open the page learns how to go on") {
    for (const char* action : {"decline", "cancel"}) {
        AskingProgram asking;
        Conversation client(asking.program);
        const Json question = question_of(client, page_params());
        const Json refused{{"consent", {{"action", action}}}};
        CHECK(code_of_result(
                  client.ask("tools/call", with_answers(page_params(), question, refused))) ==
              "confirmation_required");
        asking.answer_on_page(url_of(question), consent::Answer::allow_once);
        CHECK(value_of(client.ask("tools/call", page_params())) == "bob1");
    }
}

TEST_CASE("a wait for the page ends with how to go on") {
    AskingProgram asking;
    Conversation client(asking.program);
    const Json question = question_of(client, page_params());
    Json again = with_answers(page_params(), question, opened());
    again["_meta"]["progressToken"] = "t";
    const int id = client.send("tools/call", again);
    client.wait_for_count("notifications/progress", 1);
    asking.program.clock.advance(asking.program.settings.wait);
    CHECK(code_of_result(client.answer_to(id)) == "confirmation_required");
}

TEST_CASE("a client that never comes back loses nothing, not even with the end of the server") {
    AskingProgram asking;
    std::string url;
    {
        Conversation client(asking.program);
        url = url_of(question_of(client, page_params()));
    }
    asking.program.end_server();
    asking.answer_on_page(url, consent::Answer::allow_once);
    Conversation client(asking.program);
    CHECK(value_of(client.ask("tools/call", page_params())) == "bob1");
}

TEST_CASE("answers that come with a first request are no answers to a question about the call") {
    AskingProgram asking;
    Conversation client(asking.program);
    Json params = page_params();
    params["inputResponses"] = opened();
    CHECK(url_of(question_of(client, params)).empty() == false);
    CHECK(asking.runs == 0);
}

TEST_CASE("XM43 a state of a question that was used runs nothing again") {
    AskingProgram asking;
    Conversation client(asking.program);
    const Json question = question_of(client, page_params());
    asking.answer_on_page(url_of(question), consent::Answer::allow_once);
    const Json again = with_answers(page_params(), question, opened());
    CHECK(value_of(client.ask("tools/call", again)) == "bob1");
    CHECK(message_of_refusal(client.ask("tools/call", again)).find("has been used") !=
          std::string::npos);
    CHECK(asking.runs == 1);
}

TEST_CASE("XM44 a state of a question serves its user, client and call alone") {
    AskingProgram asking;
    Conversation client(asking.program);
    Conversation mallory(asking.program, {.user = "mallory"});
    const Json question = question_of(client, page_params());
    asking.answer_on_page(url_of(question), consent::Answer::allow_once);
    const Json again = with_answers(page_params(), question, opened());
    CHECK(message_of_refusal(mallory.ask("tools/call", again)).find("none of this server") !=
          std::string::npos);
    Json other_client = again;
    other_client["_meta"]["io.modelcontextprotocol/clientInfo"]["name"] = "other";
    CHECK(message_of_refusal(client.ask("tools/call", other_client)).find("none of this server") !=
          std::string::npos);
    Json other_call = again;
    other_call["arguments"]["to"] = "eve";
    CHECK(message_of_refusal(client.ask("tools/call", other_call)).find("another request") !=
          std::string::npos);
    Json changed = again;
    std::string text = changed["requestState"];
    text[20] = text[20] == 'A' ? 'B' : 'A';
    changed["requestState"] = text;
    message_of_refusal(client.ask("tools/call", changed));
    CHECK(asking.runs == 0);
    CHECK(value_of(client.ask("tools/call", again)) == "bob1");
}

TEST_CASE("XM45 a state of a question that comes too late is refused with the way out") {
    AskingProgram asking;
    asking.program.gate_settings.approval_lifetime = std::chrono::hours(1);
    Conversation client(asking.program);
    const Json question = question_of(client, page_params());
    asking.answer_on_page(url_of(question), consent::Answer::allow_once);
    asking.program.clock.advance(asking.program.settings.client_answer +
                                 std::chrono::milliseconds(1));
    const std::string message = message_of_refusal(
        client.ask("tools/call", with_answers(page_params(), question, opened())));
    CHECK(message.find("has expired. Make the request anew, without requestState") !=
          std::string::npos);
    CHECK(asking.runs == 0);
    // The answer still serves the call.
    CHECK(value_of(client.ask("tools/call", page_params())) == "bob1");
}

TEST_CASE("a state whose question has ended is refused") {
    AskingProgram asking;
    asking.program.gate_settings.approval_lifetime = std::chrono::minutes(1);
    Conversation client(asking.program);
    const Json question = question_of(client, page_params());
    asking.program.clock.advance(std::chrono::minutes(2));
    const Json again = with_answers(page_params(), question, opened());
    CHECK(message_of_refusal(client.ask("tools/call", again)).find("has ended") !=
          std::string::npos);
}

namespace {

Json form_params(const std::string& to = "bob") {
    return page_params(to, fills_forms());
}

}  // namespace

TEST_CASE("a listed client without a session brings its person's answer with the repetition") {
    AskingProgram asking;
    asking.ask_by_forms();
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    const Json question = question_of(client, form_params());
    const Json& params = question["inputRequests"]["consent"]["params"];
    CHECK(params["message"].get<std::string>().find("\"to\": \"bob\"") != std::string::npos);
    const std::string approval = asking.program.only_question().id;
    const auto with = [&](const Json& words) {
        return with_answers(form_params(), question, {{"consent", words}});
    };
    // Another thing is no answer: the form comes again.
    question_of(client, with(filled("Allow always")));
    CHECK(value_of(client.ask("tools/call", with(filled("Allow once")))) == "bob1");
    const auto used = asking.program.store->approval(approval).value();
    CHECK(used->approver->kind == consent::ApproverKind::client_asserted);
    CHECK(used->shown_digest == sha256("iam/mcp/form/1", params["message"].get<std::string>()));

    const Json second = question_of(client, form_params("carl"));
    const Json closed{{"consent", {{"action", "cancel"}}}};
    CHECK(code_of_result(
              client.ask("tools/call", with_answers(form_params("carl"), second, closed))) ==
          "confirmation_required");
    const Json declined{{"consent", {{"action", "decline"}}}};
    CHECK(code_of_result(client.ask(
              "tools/call", with_answers(form_params("carl"), second, declined))) == "user_denied");
}

TEST_CASE("XM55 a form without a session counts once, in time, from its own client, for its call") {
    AskingProgram asking;
    asking.ask_by_forms();
    asking.program.settings.form_clients.push_back({"other", "stdio"});
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    Conversation mallory(asking.program, {.user = "mallory"}, "stdio");
    const Json allowed{{"consent", filled("Allow once")}};
    const Json question = question_of(client, form_params());
    const Json again = with_answers(form_params(), question, allowed);
    message_of_refusal(mallory.ask("tools/call", again));
    Json of_other = again;
    of_other["_meta"]["io.modelcontextprotocol/clientInfo"]["name"] = "other";
    message_of_refusal(client.ask("tools/call", of_other));
    Json other_call = again;
    other_call["arguments"]["to"] = "eve";
    message_of_refusal(client.ask("tools/call", other_call));
    // The same client by another way is on no list.
    Conversation elsewhere(asking.program, {.user = "ann"}, "socket");
    Json waits = again;
    waits["_meta"]["progressToken"] = "t";
    const int id = elsewhere.send("tools/call", waits);
    elsewhere.wait_for_count("notifications/progress", 1);
    elsewhere.cancel(id);
    CHECK(asking.runs == 0);
    CHECK(value_of(client.ask("tools/call", again)) == "bob1");
    message_of_refusal(client.ask("tools/call", again));
    const Json late = question_of(client, form_params("carl"));
    asking.program.clock.advance(asking.program.settings.client_answer +
                                 std::chrono::milliseconds(1));
    message_of_refusal(client.ask("tools/call", with_answers(form_params("carl"), late, allowed)));
    CHECK(asking.runs == 1);
}

TEST_CASE("inputs that a function asks for come with the repetition, or from the page") {
    AskingProgram asking;
    add_inputs(asking.program, {{"name", {.prompt = "Which name?"}}});
    asking.program.settings.form_clients = {{"tester", "stdio"}};
    Conversation client(asking.program, {.user = "ann"}, "stdio");
    const auto by_page = with_meta(inputs_params(), opens_urls());
    const Json on_page = question_of(client, by_page);
    asking.answer_on_page(url_of(on_page), consent::Answer::allow_once, {{"name", "Ann"}});
    CHECK(value_of(client.ask("tools/call", with_answers(by_page, on_page, opened()))) == "Ann;");

    const auto by_form = with_meta(inputs_params(), fills_forms());
    const Json on_form = question_of(client, by_form);
    const auto with = [&](const Json& content) {
        return with_answers(by_form, on_form, {{"consent", accepted(content)}});
    };
    // Without the input it is asked again.
    question_of(client, with({{"other", "Bob"}}));
    CHECK(value_of(client.ask("tools/call", with({{"name", "Bob"}}))) == "Bob;");
    message_of_refusal(client.ask("tools/call", with({{"name", "Eve"}})));
}
