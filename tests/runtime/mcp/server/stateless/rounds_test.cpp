#include "mcp/server/stateless/rounds.hpp"

#include "mcp/server/core.hpp"
#include "mcp/stateless_conversation.hpp"
#include <iam/tool/client.hpp>

#include <future>
#include <thread>
#include <utility>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

void add_greeting(Program& program) {
    program.add_allowed("greet",
                        [](Context& context) { return "Hello, " + ask_for_name(context) + "!"; });
}

Json question_of(const Json& answer) {
    INFO(answer.dump());
    REQUIRE(answer["result"]["resultType"] == "input_required");
    return answer["result"];
}

std::string refusal_of(const Json& answer) {
    INFO(answer.dump());
    return message_of_refusal(answer);
}

const Json& ann() {
    static const Json answers{{"user_name", accepted({{"name", "Ann"}})}};
    return answers;
}

std::string request_of_call(int id, const Json& params) {
    return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/call"}, {"params", params}}
        .dump();
}

}  // namespace

TEST_CASE("a function that asks goes on when the client comes back with the answer") {
    Program program;
    add_greeting(program);
    Conversation client(program);
    const Json question = question_of(client.ask("tools/call", call_params("greet")));
    CHECK(question["inputRequests"]["user_name"]["method"] == "elicitation/create");
    CHECK(question["inputRequests"]["user_name"]["params"]["message"] == "Name?");
    const Json done =
        client.ask("tools/call", with_answers(call_params("greet"), question, ann()))["result"];
    CHECK(done["resultType"] == "complete");
    CHECK(done["structuredContent"]["result"] == "Hello, Ann!");
    // One call, one intent, one outcome.
    const auto entries = program.store->entries({});
    REQUIRE(entries.has_value());
    CHECK(entries->size() == 2);
}

TEST_CASE("another channel may bring the answer, and gets the result") {
    Program program;
    add_greeting(program);
    auto first = std::make_unique<Conversation>(program);
    const Json question = question_of(first->ask("tools/call", call_params("greet")));
    Conversation second(program);
    const Json done =
        second.ask("tools/call", with_answers(call_params("greet"), question, ann()))["result"];
    CHECK(done["structuredContent"]["result"] == "Hello, Ann!");
}

TEST_CASE("several questions are asked in one round") {
    Program program;
    program.add_allowed("ask", [](Context& context) {
        ClientQuestions questions;
        questions.forms["name"] = {"Name?", R"({"type":"object"})"};
        questions.samplings["poem"].messages = {
            {SamplingMessage::Role::user, TextContent{"A poem, please."}}};
        questions.roots = {"folders"};
        const auto answers = context.ask(questions);
        return answers.samplings.at("poem")->text + " " + answers.forms.at("name")->content + " " +
               std::to_string(answers.roots.at("folders")->size());
    });
    Conversation client(program);
    const Json question = question_of(client.ask("tools/call", call_params("ask")));
    CHECK(question["inputRequests"].size() == 3);
    CHECK(question["inputRequests"]["folders"]["method"] == "roots/list");
    const Json poem{
        {"role", "assistant"}, {"model", "m"}, {"content", {{"type", "text"}, {"text", "Ode"}}}};
    const Json answers{{"name", accepted({{"n", 1}})},
                       {"poem", poem},
                       {"folders", {{"roots", {{{"uri", "file:///a"}}}}}}};
    const Json done =
        client.ask("tools/call", with_answers(call_params("ask"), question, answers))["result"];
    CHECK(done["structuredContent"]["result"] == R"(Ode {"n":1} 1)");
}

TEST_CASE("the same questions reach a client with a session at once") {
    Program program;
    program.add_allowed("ask", [](Context& context) {
        ClientQuestions questions;
        questions.forms["a"] = {"A?", R"({"type":"object"})"};
        questions.forms["b"] = {"B?", R"({"type":"object"})"};
        const auto answers = context.ask(questions);
        return answers.forms.at("a")->content + answers.forms.at("b")->content;
    });
    Conversation client(program);
    Json params = Conversation::initialize_params("2025-11-25");
    params["capabilities"] = all_capabilities();
    client.ask("initialize", params);
    client.tell("notifications/initialized");
    const int id = client.send("tools/call", {{"name", "ask"}});
    client.wait_for_count("elicitation/create", 2);
    for (const Json& message : client.messages()) {
        if (message.value("method", "") != "elicitation/create") continue;
        const bool is_a = message["params"]["message"] == "A?";
        client.raw(Json{{"jsonrpc", "2.0"},
                        {"id", message["id"]},
                        {"result", accepted({{is_a ? "a" : "b", 1}})}}
                       .dump());
    }
    CHECK(client.answer_to(id)["result"]["structuredContent"]["result"] == R"({"a":1}{"b":1})");
}

TEST_CASE("a function may ask several times, and each round has a state of its own") {
    Program program;
    program.add_allowed("ask", [](Context& context) {
        const std::string first = ask_for_name(context, "first");
        return first + " " + ask_for_name(context, "second");
    });
    Conversation client(program);
    const Json one = question_of(client.ask("tools/call", call_params("ask")));
    const Json two =
        question_of(client.ask("tools/call", with_answers(call_params("ask"), one,
                                                          {{"first", accepted({{"name", "A"}})}})));
    CHECK(two["inputRequests"].contains("second"));
    CHECK(two["requestState"].get<std::string>() != one["requestState"].get<std::string>());
    const Json done = client.ask(
        "tools/call",
        with_answers(call_params("ask"), two, {{"second", accepted({{"name", "B"}})}}))["result"];
    CHECK(done["structuredContent"]["result"] == "A B");
}

TEST_CASE("answers that are missing or none are asked for again, and others are ignored") {
    Program program;
    add_greeting(program);
    Conversation client(program);
    Json question = question_of(client.ask("tools/call", call_params("greet")));
    for (const Json& answers :
         {Json::object(), Json{{"user_name", 7}}, Json{{"other", accepted({})}}}) {
        question = question_of(
            client.ask("tools/call", with_answers(call_params("greet"), question, answers)));
    }
    const Json more{{"user_name", accepted({{"name", "Ann"}})}, {"other", accepted({})}};
    const Json done =
        client.ask("tools/call", with_answers(call_params("greet"), question, more))["result"];
    CHECK(done["structuredContent"]["result"] == "Hello, Ann!");
}

TEST_CASE("answers that come with the first request are used") {
    Program program;
    add_greeting(program);
    Conversation client(program);
    Json params = call_params("greet");
    params["inputResponses"] = ann();
    const Json done = client.ask("tools/call", params)["result"];
    CHECK(done["structuredContent"]["result"] == "Hello, Ann!");
    params["inputResponses"] = nullptr;
    CHECK(error_code(client.ask("tools/call", params)) == -32602);
}

TEST_CASE("XM11 a state is used once") {
    Program program;
    add_greeting(program);
    Conversation client(program);
    const Json question = question_of(client.ask("tools/call", call_params("greet")));
    const Json repetition = with_answers(call_params("greet"), question, ann());
    CHECK(client.ask("tools/call", repetition)["result"]["resultType"] == "complete");
    CHECK(refusal_of(client.ask("tools/call", repetition)).find("has been used") !=
          std::string::npos);
}

TEST_CASE("XM12 a state of another user, client or call is refused, and disturbs nobody") {
    Program program;
    add_greeting(program);
    program.add_allowed("other", [](Context& context) { return ask_for_name(context); });
    Conversation client(program);
    const Json question = question_of(client.ask("tools/call", call_params("greet")));
    Conversation stranger(program, {.user = "bob"});
    refusal_of(stranger.ask("tools/call", with_answers(call_params("greet"), question, ann())));
    Json other_client = call_params("greet");
    other_client["_meta"]["io.modelcontextprotocol/clientInfo"]["name"] = "another";
    refusal_of(client.ask("tools/call", with_answers(other_client, question, ann())));
    refusal_of(client.ask("tools/call", with_answers(call_params("other"), question, ann())));
    Json other_arguments = call_params("greet");
    other_arguments["arguments"] = {{"a", 1}};
    refusal_of(client.ask("tools/call", with_answers(other_arguments, question, ann())));
    Json changed = question;
    changed["requestState"] = question["requestState"].get<std::string>() + "A";
    refusal_of(client.ask("tools/call", with_answers(call_params("greet"), changed, ann())));
    const Json done =
        client.ask("tools/call", with_answers(call_params("greet"), question, ann()))["result"];
    CHECK(done["structuredContent"]["result"] == "Hello, Ann!");
}

TEST_CASE("XM13 a state that comes too late is refused with the way out") {
    Program program;
    add_greeting(program);
    Conversation client(program);
    const Json question = question_of(client.ask("tools/call", call_params("greet")));
    program.clock.advance(program.settings.client_answer + std::chrono::milliseconds(1));
    const std::string why =
        refusal_of(client.ask("tools/call", with_answers(call_params("greet"), question, ann())));
    CHECK(why.find("expired") != std::string::npos);
    CHECK(why.find("anew") != std::string::npos);
}

TEST_CASE("a function whose client never comes back ends, and its outcome is recorded") {
    Program program;
    program.settings.client_answer = std::chrono::milliseconds(20);
    std::promise<void> ended;
    program.add_allowed("ask", [&ended](Context& context) {
        const auto roots = context.list_roots("folders");
        ended.set_value();
        return roots.has_value();
    });
    Conversation client(program);
    question_of(client.ask("tools/call", call_params("ask")));
    ended.get_future().get();
    program.end_server();
    const auto entries = program.store->entries({});
    REQUIRE(entries.has_value());
    CHECK(entries->size() == 2);
}

TEST_CASE("a question that the client has not declared is an error of the request") {
    Program program;
    add_greeting(program);
    Conversation client(program);
    const Json refused = client.ask("tools/call", call_params("greet", Json::object()));
    CHECK(error_code(refused) == -32021);
    CHECK(refused["error"]["data"]["requiredCapabilities"] ==
          Json{{"elicitation", Json::object()}});
}

TEST_CASE("an answer whose request is cancelled already reaches the function all the same") {
    FakeClock clock;
    FakeEntropy entropy;
    // Gives the requests and the rights to answer them.
    std::vector<std::pair<rpc::Request, rpc::Reply>> requests;
    std::string question;
    std::promise<void> asked;
    auto methods = std::make_shared<rpc::Methods>();
    methods->requests["tools/call"].run = [&](rpc::Request request, rpc::Reply reply) {
        requests.emplace_back(std::move(request), std::move(reply));
    };
    rpc::Parts parts;
    parts.clock = &clock;
    parts.methods = methods;
    parts.send = [&](rpc::Output& output) {
        question = std::move(output.text);
        asked.set_value();
        return true;
    };
    rpc::Peer peer(std::move(parts));
    Caller caller;
    caller.client.revision = Revision::of_2026_07_28;
    caller.client.has_roots = true;
    const auto session = std::make_shared<SessionCore>();
    Rounds rounds({.clock = clock, .entropy = entropy, .patience = std::chrono::minutes(5)});

    peer.receive(request_of_call(1, call_params("ask")));
    ActiveRequest active(session, requests[0].first, caller, std::move(requests[0].second));
    active.method = requests[0].first.method;
    active.params = requests[0].first.params;
    std::vector<Result<std::string>> answers;
    std::thread function([&] {
        answers = rounds.ask(active, {{ClientQuestion::Kind::roots, "folders", {}}});
    });
    asked.get_future().get();
    const Json round = parse_json(question).value()["result"];
    const Json roots{{"folders", {{"roots", Json::array()}}}};
    peer.receive(request_of_call(2, with_answers(call_params("ask"), round, roots)));
    std::stop_source cancelled;
    cancelled.request_stop();
    requests[1].first.stop = cancelled.get_token();
    CHECK_FALSE(rounds.resume(session, requests[1].first, caller, requests[1].second));
    function.join();
    REQUIRE(answers.size() == 1);
    CHECK(answers[0] == R"({"roots":[]})");
    CHECK(active.stop.stop_requested());
    peer.close();
}

TEST_CASE("so many functions of one user may wait for answers") {
    Program program;
    add_greeting(program);
    Conversation client(program);
    for (std::size_t i = 0; i < k_rounds_of_subject_max; ++i)
        question_of(client.ask("tools/call", call_params("greet")));
    const Json refused = client.ask("tools/call", call_params("greet"))["result"];
    CHECK(refused["isError"] == true);
    CHECK(text_of_result(refused).find("Too many") != std::string::npos);
    Conversation other(program, {.user = "bob"});
    question_of(other.ask("tools/call", call_params("greet")));
}

TEST_CASE("a prompt and a resource may ask, too") {
    Program program;
    program.has_offers = true;
    const auto ask = [](const OfferRequest& wish) {
        ClientQuestions questions;
        questions.roots = {"folders"};
        const auto answers = ask_client(wish.ask, questions);
        return answers.roots.at("folders").has_value() ? std::string("yes") : std::string("no");
    };
    require_ok(program.offers.add(Prompt{.name = "p"}, [ask](const OfferRequest& wish) {
        return std::vector<PromptMessage>{{PromptMessage::Role::user, TextContent{ask(wish)}}};
    }));
    require_ok(program.offers.add(
        Resource{.uri = "test://r", .name = "r"}, [ask](const OfferRequest& wish) {
            return std::vector<ResourceContents>{{wish.name, "text/plain", ask(wish), {}}};
        }));
    Conversation client(program);
    const Json answers{{"folders", {{"roots", Json::array()}}}};
    const Json prompt = with_meta({{"name", "p"}}, all_capabilities());
    Json question = question_of(client.ask("prompts/get", prompt));
    Json done = client.ask("prompts/get", with_answers(prompt, question, answers))["result"];
    CHECK(done["messages"][0]["content"]["text"] == "yes");
    const Json resource = with_meta({{"uri", "test://r"}}, all_capabilities());
    question = question_of(client.ask("resources/read", resource));
    done = client.ask("resources/read", with_answers(resource, question, answers))["result"];
    CHECK(done["contents"][0]["text"] == "yes");
    CHECK(done["ttlMs"] == 0);
}

TEST_CASE("the end of a server ends the functions that wait for answers") {
    Program program;
    add_greeting(program);
    Conversation client(program);
    question_of(client.ask("tools/call", call_params("greet")));
    client.session().close();
    program.end_server();
    const auto entries = program.store->entries({});
    REQUIRE(entries.has_value());
    CHECK(entries->size() == 2);
}
