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
