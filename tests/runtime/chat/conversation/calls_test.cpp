// The calls of an answer: their order, their failures, their budgets.
// Tests of runtime/src/chat/conversation/{core_calls,call_workers}.cpp and
// runtime/src/chat/conversation/for_models/call_results.cpp.
#include "fixture.hpp"

#include <thread>

namespace iam::test {
namespace {

using namespace chat;
using Codes = std::vector<std::string>;

Contract read_only(const std::string& name) {
    Contract contract = contract_of(name);
    contract.policy = Policy::allow;
    contract.hints.read_only = true;
    return contract;
}

std::vector<ScriptedModel::Turn> same(std::size_t count, const ScriptedModel::Turn& turn) {
    return std::vector<ScriptedModel::Turn>(count, turn);
}

}  // namespace

TEST_CASE("H06: each call has one result before the next request, in the order of the message") {
    ChatProgram chat({proposes({written("a", "{}", "1"), written("nowhere", "{}", "2"),
                                written("b", "not json", "3"), written("a", R"({"n":4})", "4")}),
                      says("!")});
    chat.program.add(read_only("a"));
    chat.program.add_allowed("b");
    CHECK(chat.say("go") == TurnEnd::done);
    const auto results = chat.results_in(1);
    REQUIRE(results.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(results[i].id == std::to_string(i + 1));
    CHECK(chat.codes() == Codes{"", "tool_not_found", "invalid_arguments", ""});
    CHECK(results[2].is_error);
}

TEST_CASE("H05: malformed arguments reach the gate as they are and are never repaired") {
    ChatProgram chat({proposes({written("echo", R"({"n":2)")}), says("!")});
    const auto seen = chat.program.add_allowed("echo");
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(seen->calls == 0);
    CHECK(chat.codes() == Codes{"invalid_arguments"});
    CHECK(chat.program.of_kind(EntryKind::decision).size() == 1);
}

TEST_CASE("H05: the model corrects its calls twice in a turn, not three times") {
    std::vector<ScriptedModel::Turn> turns = same(3, proposes({written("echo", R"({"bad":1})")}));
    for (std::size_t i = 0; i < turns.size(); ++i)
        turns[i] = proposes({written("echo", R"({"bad":)" + std::to_string(i) + "}")});
    ChatProgram chat(turns);
    chat.program.add_allowed("echo");
    CHECK(chat.say("go") == TurnEnd::failed);
    CHECK(chat.model->requests().size() == 3);
    ok_void(chat.model->check_played());
    CHECK(chat.heard.wait_for<notice::TurnEnded>().why.find("correct them 2 times") !=
          std::string::npos);
}

TEST_CASE("H10: an unknown tool is told with the nearest names, recorded, and counted") {
    std::vector<ScriptedModel::Turn> turns;
    for (int i = 0; i < 3; ++i)
        turns.push_back(proposes({written("ecco", R"({"n":)" + std::to_string(i) + "}")}));
    ChatProgram chat(turns);
    chat.program.add_allowed("echo");
    CHECK(chat.say("go") == TurnEnd::failed);
    CHECK(chat.results_in(1).at(0).text.find("The nearest names are echo.") != std::string::npos);
    CHECK(chat.program.of_kind(EntryKind::decision).at(0).code == "tool_not_found");
}

TEST_CASE("H10: a tool that is not offered does not run under its own name") {
    ChatProgram chat({proposes({written("secret")}), says("!")});
    chat.program.add_allowed("echo");
    const auto seen = chat.program.add_allowed("secret");
    chat.options.offers = [](const Contract& contract) { return contract.id.name == "echo"; };
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(chat.model->requests().at(0).tools.size() == 1);
    CHECK(seen->calls == 0);
    CHECK(chat.codes() == Codes{"tool_not_found"});
}

TEST_CASE("H09: read-only calls run four at once") {
    std::vector<WholeCall> calls;
    for (int i = 0; i < 6; ++i)
        calls.push_back(written("look", R"({"n":)" + std::to_string(i) + "}"));
    ChatProgram chat({proposes(calls), says("!")});
    Gate gate;
    std::atomic<int> now{0};
    std::atomic<int> most{0};
    const auto seen =
        chat.program.add(read_only("look"), {.call = [&](std::string_view, Context&) {
                             int count = ++now;
                             int before = most;
                             while (before < count && !most.compare_exchange_weak(before, count)) {
                             }
                             gate.pass();
                             --now;
                             return Reply::done();
                         }});
    ok_void(chat.open().send("go"));
    gate.wait_for(4);
    CHECK(seen->calls == 4);
    gate.open();
    CHECK(chat.heard.wait_for<notice::TurnEnded>().end == TurnEnd::done);
    CHECK(seen->calls == 6);
    CHECK(most == 4);
}

TEST_CASE("H09: calls that change something run one after another, in order") {
    ChatProgram chat(
        {proposes({written("a"), written("b"), written("a", R"({"n":2})")}), says("!")});
    std::mutex mutex;
    std::vector<std::string> order;
    std::atomic<int> now{0};
    const auto noting = [&](const std::string& name) {
        return Functions{.call = [&, name](std::string_view text, Context&) {
            CHECK(++now == 1);
            const std::lock_guard lock(mutex);
            order.push_back(name + std::string(text));
            --now;
            return Reply::done();
        }};
    };
    chat.program.add_allowed("a", noting("a"));
    chat.program.add_allowed("b", noting("b"));
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(order == std::vector<std::string>{R"(a{"n":1})", R"(b{"n":1})", R"(a{"n":2})"});
}

TEST_CASE("H09: a refusal stops its call only, and all questions are put") {
    ChatProgram chat({proposes({written("a"), written("b"), written("c")}), says("!")});
    chat.program.with_prompter = true;
    chat.program.prompter.script(
        {consent::Answer::allow_once, consent::Answer::deny_once, consent::Answer::allow_once});
    const auto a = chat.program.add(contract_of("a"));
    const auto b = chat.program.add(contract_of("b"));
    const auto c = chat.program.add(contract_of("c"));
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(chat.program.prompter.count() == 3);
    CHECK(chat.codes() == Codes{"", "user_denied", ""});
    CHECK(a->calls == 1);
    CHECK(b->calls == 0);
    CHECK(c->calls == 1);
    CHECK(chat.heard.of<notice::CallAsked>().size() == 3);
}

TEST_CASE("H25: a turn makes as many calls as it may, the others do not run") {
    ChatProgram chat({proposes({written("echo"), written("echo", R"({"n":2})")}),
                      proposes({written("echo", R"({"n":3})"), written("echo", R"({"n":4})")}),
                      says("!")});
    chat.options.limits.calls_max = 3;
    const auto seen = chat.program.add_allowed("echo");
    CHECK(chat.say("go") == TurnEnd::budget);
    CHECK(seen->calls == 3);
    CHECK(chat.codes() == Codes{"", "", "", "not_run"});
    CHECK(chat.resume() == TurnEnd::done);
    CHECK(chat.results_in(2).size() == 4);
    CHECK(seen->calls == 3);
}

TEST_CASE("H25: the budgets of a turn are 25 calls and 25 requests") {
    std::vector<ScriptedModel::Turn> turns;
    for (int i = 0; i < 26; ++i)
        turns.push_back(proposes({written("echo", R"({"n":)" + std::to_string(i) + "}")}));
    ChatProgram chat(turns);
    const auto seen = chat.program.add_allowed("echo");
    CHECK(chat.say("go") == TurnEnd::budget);
    CHECK(chat.model->requests().size() == 25);
    CHECK(seen->calls == 25);
    CHECK(chat.options.limits.calls_max == 25);
}

TEST_CASE("H25: the same call with the same result ends the turn at its third time in five") {
    const ScriptedModel::Turn turn = proposes({written("echo")});
    ChatProgram chat({turn, proposes({written("echo", R"({"n":2})")}), turn,
                      proposes({written("echo", R"({"n":3})")}), turn});
    const auto seen = chat.program.add_allowed("echo");
    CHECK(chat.say("go") == TurnEnd::budget);
    CHECK(seen->calls == 5);
    ok_void(chat.model->check_played());
}

TEST_CASE("H25: the same call with other results may go on") {
    std::vector<ScriptedModel::Turn> turns = same(5, proposes({written("count")}));
    turns.push_back(says("!"));
    ChatProgram chat(turns);
    std::atomic<int> count{0};
    chat.program.add_allowed("count", {.call = [&](std::string_view, Context&) {
                                 return Reply::done(std::to_string(++count));
                             }});
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(count == 5);
}

TEST_CASE("H22: a result enters the request with its bound, the record has the whole") {
    ChatProgram chat({proposes({written("big")}), says("!")});
    const std::string big = "\"" + std::string(100'000, 'x') + "\"";
    chat.program.add_allowed(
        "big", {.call = [&](std::string_view, Context&) { return Reply::done(big); }});
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(chat.results_in(1).at(0).text.size() < 33'000);
    const std::string entry = chat.heard.wait_for<notice::CallEnded>().result.entry;
    CHECK(chat.program.payload(entry, "result")->size() == big.size());
}

TEST_CASE("a function's progress reaches the notices, and its undo is offered") {
    ChatProgram chat({proposes({written("echo")}), says("!")});
    chat.program.add(undoable("echo"), {.call = [](std::string_view, Context& context) {
                         context.progress().report(1, 2, "half");
                         return Reply::done();
                     }});
    CHECK(chat.say("go") == TurnEnd::done);
    const auto running = chat.heard.of<notice::CallRunning>();
    REQUIRE(running.size() == 2);
    CHECK_FALSE(running[0].progress);
    CHECK(running[1].progress->message == "half");
    const CallEnded ended = chat.heard.wait_for<notice::CallEnded>().result;
    CHECK(ended.can_undo);
    ToolResult result;
    result.entry = ended.entry;
    CHECK(chat.program.runtime().undo(undo_of(result)).success);
}

TEST_CASE("a chat without calls starts no thread") {
    ChatProgram chat({says("Hi")});
    std::thread::id heard_on;
    ConversationParts parts = chat.parts();
    parts.on_notice = [&](const Notice&) { heard_on = std::this_thread::get_id(); };
    const auto conversation = ok(Conversation::open(parts, chat.options));
    ok_void(conversation->send("go"));
    CHECK(conversation->state() == State::done);
    CHECK(heard_on == std::this_thread::get_id());
}

}  // namespace iam::test
