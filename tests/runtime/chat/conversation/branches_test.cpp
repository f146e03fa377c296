// Edits and regenerations make branches.
// Tests of runtime/src/chat/conversation/transcript/chat_log.cpp.
#include "fixture.hpp"

namespace iam::test {
namespace {

using namespace chat;

std::vector<std::string> texts_of(const std::vector<MessageView>& messages) {
    std::vector<std::string> texts;
    for (const MessageView& message : messages)
        texts.push_back(message.segments.empty() ? "" : message.segments.front().text);
    return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE(
    "H28: an edit makes a branch beside the message, and the calls before it do not run again") {
    ChatProgram chat({proposes({written("echo", "{}", "x")}), says("One."), says("Two."),
                      says("Three."), says("Four.")});
    const auto seen = chat.program.add_allowed("echo");
    chat.say("first");
    chat.say("second");
    const auto second = chat.open().branch().at(3);
    CHECK(texts_of(chat.open().branch()) == Texts{"first", "", "One.", "second", "Two."});
    ok_void(chat.open().edit(second.id, "other"));
    chat.heard.wait_for<notice::TurnEnded>(3);
    CHECK(texts_of(chat.open().branch()) == Texts{"first", "", "One.", "other", "Three."});
    CHECK(chat.open().branch().at(3).after == second.after);
    CHECK(seen->calls == 1);
    CHECK(chat.results_in(3).size() == 1);
    CHECK(chat.results_in(3).at(0).text == chat.results_in(1).at(0).text);
    // Back to the first branch.
    const auto all = chat.open().messages();
    CHECK(all.size() == 7);
    ok_void(chat.open().choose(all.at(4).id));
    CHECK(texts_of(chat.open().branch()) == Texts{"first", "", "One.", "second", "Two."});
    chat.say("third");
    CHECK(texts_of(chat.open().branch()) ==
          Texts{"first", "", "One.", "second", "Two.", "third", "Four."});
    CHECK(seen->calls == 1);
}

TEST_CASE("H28: a regeneration asks for the last answer only, and the calls before it stay") {
    ChatProgram chat({proposes({written("echo")}), says("One."), says("Two.")});
    const auto seen = chat.program.add_allowed("echo");
    chat.say("first");
    ok_void(chat.open().regenerate());
    chat.heard.wait_for<notice::TurnEnded>(2);
    CHECK(texts_of(chat.open().branch()) == Texts{"first", "", "Two."});
    CHECK(chat.open().messages().size() == 4);
    CHECK(chat.open().branch().at(2).after == chat.open().branch().at(1).id);
    CHECK(seen->calls == 1);
    REQUIRE(chat.results_in(2).size() == 1);
    CHECK(chat.results_in(2).at(0).text == chat.results_in(1).at(0).text);
}

TEST_CASE("H28: a regeneration after an answer with calls that ran follows their results") {
    ChatProgram chat({proposes({written("echo")}), says("Two.")});
    chat.options.limits.requests_max = 1;
    const auto seen = chat.program.add_allowed("echo");
    CHECK(chat.say("first") == TurnEnd::budget);
    ok_void(chat.open().regenerate());
    chat.heard.wait_for<notice::TurnEnded>(2);
    CHECK(texts_of(chat.open().branch()) == Texts{"first", "", "Two."});
    CHECK(seen->calls == 1);
    CHECK(chat.results_in(1).size() == 1);
}

TEST_CASE("H28: a regeneration stands beside an answer whose calls were not run") {
    ChatProgram chat({proposes({written("echo")}), says("Two.")});
    const auto seen = chat.program.add(contract_of("echo"));
    CHECK(chat.say("first") == TurnEnd::awaiting);
    ok_void(chat.open().regenerate());
    chat.heard.wait_for<notice::TurnEnded>(2);
    CHECK(texts_of(chat.open().branch()) == Texts{"first", "Two."});
    CHECK(chat.codes() == std::vector<std::string>{"not_run"});
    CHECK(seen->calls == 0);
    CHECK(chat.model->requests().at(1).messages.size() == 1);
}

TEST_CASE("H28: a regeneration of a chat without messages is refused") {
    ChatProgram chat;
    CHECK(chat.open().regenerate().error().code == Errc::not_found);
}

TEST_CASE("H28: an edit of the first message begins a branch of its own") {
    ChatProgram chat({says("One."), says("Two.")});
    chat.say("first");
    ok_void(chat.open().edit(chat.open().branch().at(0).id, "other"));
    chat.heard.wait_for<notice::TurnEnded>(2);
    CHECK(texts_of(chat.open().branch()) == Texts{"other", "Two."});
    CHECK(chat.open().edit(chat.open().branch().at(1).id, "x").error().code == Errc::not_found);
}

TEST_CASE("a failed turn does not go on behind a whole answer of another branch") {
    ChatProgram chat({says("One."), cut({}, Event(End{.finish = Finish::length})), says("Two.")});
    chat.say("first");
    const StepNumber whole = chat.open().branch().back().id;
    CHECK(chat.say("second") == TurnEnd::failed);
    const StepNumber broken = chat.open().branch().back().id;
    ok_void(chat.open().choose(whole));
    CHECK(chat.open().resume().error().code == Errc::invalid_argument);
    ok_void(chat.open().choose(broken));
    CHECK(chat.resume() == TurnEnd::done);
}

TEST_CASE("the tokens of each attempt are kept") {
    ScriptedModel::Turn turn = says("One.");
    turn.steps.insert(turn.steps.begin(), Event(Usage{.input = 10}));
    turn.steps.insert(turn.steps.end() - 1, Event(Usage{.output = 3}));
    ChatProgram chat({turn});
    chat.say("first");
    const auto answers = chat.steps<Answered>();
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].usage.input == 10U);
    CHECK(answers[0].usage.output == 3U);
    CHECK(answers[0].model == "scripted/model");
    CHECK(chat.steps<RequestSent>().size() == 1);
}

TEST_CASE("a changed system text is recorded and counts from the next request on") {
    ChatProgram chat({says("One."), says("Two."), says("Three.")});
    chat.options.system = "old";
    chat.say("first");
    chat.say("second");
    chat.chat.reset();
    chat.options.system = "new";
    chat.say("third");
    CHECK(chat.steps<SystemSet>() == std::vector<SystemSet>{{"old"}, {"new"}});
    CHECK(std::get<SystemText>(chat.model->requests().at(2).messages.at(0)).text == "new");
}

}  // namespace iam::test
