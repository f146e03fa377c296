// Consent that a person gives elsewhere, while the client waits and after it has stopped waiting.
#include "mcp/conversation.hpp"
#include <iam/tool/input.hpp>

#include <atomic>
#include <stdexcept>

using namespace iam;
using namespace iam::test;

namespace {

/// A tool that asks; it counts its runs.
struct Asking {
    Program program{};
    std::atomic<int> runs{0};

    Asking() {
        program.settings.wait = std::chrono::minutes(2);
        require_ok(define("send")
                       .description("Sends a message.")
                       .parameter("to")
                       .call([this](const std::string& to) { return to + std::to_string(++runs); })
                       .add_to(program.registry));
    }
    /// A question is in the record once the client hears that a person is asked.
    int propose(Conversation& client, const std::string& to = "bob") {
        const std::size_t signs = client.count("notifications/progress");
        const int id = client.send(
            "tools/call",
            {{"name", "send"}, {"arguments", {{"to", to}}}, {"_meta", {{"progressToken", "t"}}}});
        client.wait_for_count("notifications/progress", signs + 1);
        return id;
    }
};

std::string code_of(const Json& answer) {
    INFO(answer.dump());
    REQUIRE(answer["result"]["isError"] == true);
    return answer["result"]["_meta"]["iam/result"]["code"];
}

}  // namespace

TEST_CASE("a call waits with signs of life until a person allows it elsewhere, and runs once") {
    Asking asking;
    Conversation client(asking.program);
    client.begin();
    const int id = asking.propose(client);
    CHECK(asking.runs == 0);
    CHECK_FALSE(client.has_answer(id));
    const consent::Approval question = asking.program.only_question();
    CHECK(question.proposer.kind == Proposer::Kind::mcp_client);
    asking.program.answer(question.id, consent::Answer::allow_once);
    CHECK(client.answer_to(id)["result"]["structuredContent"]["result"] == "bob1");
    CHECK(asking.runs == 1);
    CHECK(asking.program.store->approval(question.id).value()->state ==
          consent::ApprovalState::consumed);
}

TEST_CASE("a person's refusal ends the wait with user_denied") {
    Asking asking;
    Conversation client(asking.program);
    client.begin();
    const int id = asking.propose(client);
    asking.program.answer(asking.program.only_question().id, consent::Answer::deny_once);
    CHECK(code_of(client.answer_to(id)) == "user_denied");
    CHECK(asking.runs == 0);
}

TEST_CASE("a call that nobody answers returns how to answer, and takes the answer up later") {
    Asking asking;
    Conversation client(asking.program);
    client.begin();
    const int id = asking.propose(client);
    const std::string approval = asking.program.only_question().id;
    asking.program.clock.advance(std::chrono::minutes(2));
    const Json answer = client.answer_to(id);
    CHECK(code_of(answer) == "confirmation_required");
    CHECK(answer["result"]["_meta"]["iam/result"]["approval"] == approval);
    const std::string text = text_of_result(answer["result"]);
    CHECK(text.find("desk approvals answer " + approval) != std::string::npos);
    // Made again before the answer, it waits for the same question.
    const int again = asking.propose(client);
    CHECK(asking.program.only_question().id == approval);
    asking.program.clock.advance(std::chrono::minutes(2));
    CHECK(code_of(client.answer_to(again)) == "confirmation_required");
    asking.program.answer(approval, consent::Answer::allow_once);
    CHECK(client.result_of_call("send", {{"to", "bob"}})["structuredContent"]["result"] == "bob1");
    // The answer is used up.
    const int third = asking.propose(client);
    CHECK(asking.program.only_question().id != approval);
    CHECK_FALSE(client.has_answer(third));
    CHECK(asking.runs == 1);
}

TEST_CASE(
    "XM01 an answer serves the exact call only: other arguments, users and sessions ask anew") {
    Asking asking;
    asking.program.settings.wait = std::chrono::milliseconds(0);
    Conversation client(asking.program, {.user = "ann", .session = "s1"});
    client.begin();
    CHECK(code_of(client.call("send", {{"to", "bob"}})) == "confirmation_required");
    asking.program.answer(asking.program.only_question().id, consent::Answer::allow_once);
    CHECK(code_of(client.call("send", {{"to", "eve"}})) == "confirmation_required");
    Conversation other_user(asking.program, {.user = "mallory", .session = "s1"});
    other_user.begin();
    CHECK(code_of(other_user.call("send", {{"to", "bob"}})) == "confirmation_required");
    Conversation other_session(asking.program, {.user = "ann", .session = "s2"});
    other_session.begin();
    CHECK(code_of(other_session.call("send", {{"to", "bob"}})) == "confirmation_required");
    CHECK(asking.runs == 0);
    CHECK(client.call("send", {{"to", "bob"}})["result"]["structuredContent"]["result"] == "bob1");
}

TEST_CASE("XM02 a client has no way to answer its own question") {
    Asking asking;
    asking.program.settings.wait = std::chrono::milliseconds(0);
    Conversation client(asking.program);
    client.begin();
    CHECK(code_of(client.call("send", {{"to", "bob"}})) == "confirmation_required");
    const std::string approval = asking.program.only_question().id;
    const Json words{{"approval", approval}, {"answer", "allow_once"}, {"confirmed", true}};
    for (const char* method : {"approvals/answer", "elicitation/create", "iam/approve"})
        CHECK(client.ask(method, words)["error"]["code"] == -32601);
    Json params{{"name", "send"}, {"arguments", {{"to", "bob"}}}, {"_meta", words}};
    params["_meta"]["iam/result"] = words;
    params["confirmed"] = true;
    params["approval"] = approval;
    CHECK(code_of(client.ask("tools/call", params)) == "confirmation_required");
    // An answer that nobody asked for counts for nothing.
    client.raw(R"({"jsonrpc":"2.0","id":1,"result":{"action":"accept","content":{"ok":true}}})");
    CHECK(asking.program.only_question().id == approval);
    CHECK(asking.runs == 0);
}

TEST_CASE("a cancelled call leaves its question, which an equal call of another client waits for") {
    Asking asking;
    Conversation first(asking.program);
    Conversation second(asking.program);
    first.begin();
    second.begin();
    const int cancelled = asking.propose(first);
    const int waits = asking.propose(second);
    const std::string approval = asking.program.only_question().id;
    first.cancel(cancelled);
    // The first one is looked at before the second one.
    asking.program.answer(approval, consent::Answer::allow_once);
    CHECK(second.answer_to(waits)["result"]["structuredContent"]["result"] == "bob1");
    CHECK_FALSE(first.has_answer(cancelled));
    CHECK(asking.runs == 1);
}

TEST_CASE("calls that wait for a person keep nobody from being answered") {
    Asking asking;
    asking.program.settings.limits.running_max = 4;
    require_ok(define("ring")
                   .description("Rings.")
                   .policy(Policy::allow)
                   .call([] {})
                   .add_to(asking.program.registry));
    Conversation client(asking.program);
    client.begin();
    for (int i = 0; i < 6; ++i) asking.propose(client, "bob" + std::to_string(i));
    CHECK(client.ask("ping")["result"].empty());
    CHECK(client.ask("tools/list")["result"]["tools"].size() == 2);
    CHECK_FALSE(client.call("ring")["result"].contains("isError"));
    CHECK(asking.runs == 0);
}

TEST_CASE("of two equal calls that wait, one uses the answer and the other one asks anew") {
    Asking asking;
    Conversation client(asking.program);
    client.begin();
    const int first = asking.propose(client);
    const int second = asking.propose(client);
    const std::string approval = asking.program.only_question().id;
    const std::size_t signs = client.count("notifications/progress");
    asking.program.answer(approval, consent::Answer::allow_once);
    client.wait_for_count("notifications/progress", signs + 1);
    CHECK(asking.program.only_question().id != approval);
    client.wait_for_answer_to_one_of(first, second);
    CHECK(client.has_answer(first) != client.has_answer(second));
    CHECK(asking.runs == 1);
}

TEST_CASE("a question that expires during a longer wait is put anew") {
    Asking asking;
    asking.program.settings.wait = std::chrono::hours(1);
    Conversation client(asking.program);
    client.begin();
    const int id = asking.propose(client);
    const std::string approval = asking.program.only_question().id;
    const std::size_t signs = client.count("notifications/progress");
    asking.program.clock.advance(asking.program.gate_settings.approval_lifetime);
    client.wait_for_count("notifications/progress", signs + 1);
    asking.program.answer(asking.program.only_question().id, consent::Answer::allow_once);
    CHECK(client.answer_to(id)["result"]["structuredContent"]["result"] == "bob1");
}

TEST_CASE("the end of a session leaves its question open") {
    Asking asking;
    {
        Conversation client(asking.program);
        client.begin();
        asking.propose(client);
        client.session().close();
    }
    asking.program.end_server();
    CHECK(asking.program.only_question().state == consent::ApprovalState::pending);
}

TEST_CASE("calls that may wait no longer are answered, and later ones do not wait") {
    Asking asking;
    Conversation client(asking.program);
    client.begin();
    const int id = asking.propose(client);
    client.session().stop_waiting();
    CHECK(code_of(client.answer_to(id)) == "confirmation_required");
    CHECK(asking.program.only_question().state == consent::ApprovalState::pending);
    // A call that comes now does not wait.
    CHECK(code_of(client.call("send", {{"to", "carl"}})) == "confirmation_required");
}

TEST_CASE("a sign of life comes after the function's own progress") {
    Asking asking;
    std::atomic<int> rounds{0};
    asking.program.add_allowed("import", [&rounds](Context& context) {
        context.progress().report(5, 20);
        const auto name = context.input("name", {.prompt = "Which name?"});
        if (!name) throw tool_error(std::string(code::requires_user_input), "A name is needed.");
        ++rounds;
    });
    Conversation client(asking.program);
    client.begin();
    client.send("tools/call", {{"name", "import"}, {"_meta", {{"progressToken", "t"}}}});
    client.wait_for_count("notifications/progress", 2);
    const Json sign = client.notification("notifications/progress")["params"];
    CHECK(sign["progress"].get<double>() > 5);
    CHECK(sign["progress"].get<double>() < 6);
    CHECK(asking.program.only_question().state == consent::ApprovalState::pending);
}

TEST_CASE("an exception of the host's sentence about an answer leaves the sentence out") {
    Asking asking;
    asking.program.settings.wait = std::chrono::milliseconds(0);
    asking.program.how_to_answer = [](const std::string&) -> std::string {
        throw std::runtime_error("no words");
    };
    Conversation client(asking.program);
    client.begin();
    const Json answer = client.call("send", {{"to", "bob"}});
    CHECK(code_of(answer) == "confirmation_required");
    CHECK(text_of_result(answer["result"]).find("make the same call again") != std::string::npos);
}

TEST_CASE("a stop of all calls answers those that run and those that wait") {
    Asking asking;
    Sleeper sleeper(asking.program);
    Conversation client(asking.program);
    client.begin();
    const int waits = asking.propose(client);
    const int sleeps = client.send("tools/call", {{"name", "sleep"}});
    sleeper.wait_until_it_runs();
    client.session().stop_calls();
    CHECK(code_of(client.answer_to(waits)) == "confirmation_required");
    CHECK(text_of_result(client.answer_to(sleeps)["result"]) == "Done.");
    // Nothing begins any more.
    CHECK(error_code(client.call("sleep")) == -32600);
}

TEST_CASE("the end of the server answers calls that wait") {
    Asking asking;
    Conversation client(asking.program);
    client.begin();
    const int id = asking.propose(client);
    asking.program.end_server();
    CHECK(code_of(client.answer_to(id)) == "confirmation_required");
}

TEST_CASE("a call whose question a person took back asks nobody and says so") {
    Asking asking;
    Conversation client(asking.program);
    client.begin();
    const int id = asking.propose(client);
    require_ok(asking.program.runtime().consent().withdraw(asking.program.only_question().id));
    CHECK(code_of(client.answer_to(id)) == "stale_approval");
    CHECK(asking.runs == 0);
}

TEST_CASE("many calls wait at once, and each gets its own answer") {
    Asking asking;
    Conversation client(asking.program);
    client.begin();
    std::vector<int> ids;
    for (int number = 0; number < 20; ++number) {
        ids.push_back(client.send("tools/call", {{"name", "send"},
                                                 {"arguments", {{"to", std::to_string(number)}}},
                                                 {"_meta", {{"progressToken", number}}}}));
    }
    // One sign of life for each: all questions are in the record.
    client.wait_for_count("notifications/progress", ids.size());
    const auto open = asking.program.runtime().consent().pending_approvals();
    REQUIRE(open->size() == 20);
    for (const consent::Approval& question : *open) {
        const bool even =
            parse_json(question.arguments).value()["to"].get<std::string>().back() % 2 == 0;
        asking.program.answer(question.id,
                              even ? consent::Answer::allow_once : consent::Answer::deny_once);
    }
    for (std::size_t number = 0; number < ids.size(); ++number) {
        const Json result = client.answer_to(ids[number])["result"];
        CHECK(result.contains("isError") == (number % 2 == 1));
        if (number % 2 == 0) {
            const std::string text = result["structuredContent"]["result"];
            CHECK(text.find(std::to_string(number)) == 0);
        }
    }
    CHECK(asking.runs == 10);
}
