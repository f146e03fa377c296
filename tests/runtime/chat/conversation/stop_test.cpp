// A person stops a turn in each of its states.
// Tests of runtime/src/chat/conversation/core.cpp.
#include "fixture.hpp"

namespace iam::test {
namespace {

using namespace chat;
using Codes = std::vector<std::string>;

}  // namespace

TEST_CASE("H26: a stop closes the stream at once and keeps the text") {
    ScriptedModel::Turn slow{.steps = {Event(TextPiece{"Half"}), Event(WholeCall{.name = "echo"}),
                                       ScriptedModel::Pause{"slow"}, Event(TextPiece{"ghost"})}};
    ChatProgram chat({slow, says("Yes.")});
    const auto seen = chat.program.add_allowed("echo");
    ok_void(chat.open().send("go"));
    chat.open().stop();
    CHECK(chat.model->open_streams() == 0);
    CHECK(chat.heard.wait_for<notice::TurnEnded>().end == TurnEnd::stopped);
    chat.model->release("slow");
    CHECK(chat.heard.text() == "Half");
    const MessageView last = chat.open().branch().back();
    CHECK(last.end == AnswerEnd::stopped);
    CHECK(last.segments.at(0).text == "Half");
    CHECK(chat.codes() == Codes{"not_run"});
    CHECK(chat.say("on") == TurnEnd::done);
    CHECK(seen->calls == 0);
}

TEST_CASE("H26: a stop reaches a running call, and the turn does not wait for it") {
    ChatProgram chat({proposes({written("slow"), written("slow", R"({"n":2})")}), says("Yes.")});
    Gate gate;
    Gate obeys;
    std::atomic<bool> was_asked{false};
    const auto seen =
        chat.program.add_allowed("slow", {.call = [&](std::string_view, Context& context) {
                                     obeys.pass(context.stop());
                                     was_asked = context.stop().stop_requested();
                                     gate.pass();
                                     return Reply::done("\"late\"");
                                 }});
    ok_void(chat.open().send("go"));
    obeys.wait_for(1);
    chat.open().stop();
    CHECK(chat.heard.wait_for<notice::TurnEnded>().end == TurnEnd::stopped);
    CHECK(chat.codes() == Codes{"stopped", "not_run"});
    CHECK(chat.heard.of<notice::CallProposed>().size() == 2);
    CHECK(chat.heard.of<notice::CallEnded>().size() == 2);
    // The function goes on all the same: its outcome is recorded, and not sent.
    gate.wait_for(1);
    CHECK(was_asked);
    gate.open();
    const LateOutcome late = chat.heard.wait_for<notice::CallEndedLate>().outcome;
    CHECK(late.call == "c.1.1.0");
    CHECK(chat.program.payload(late.entry, "result") == "\"late\"");
    CHECK(chat.say("on") == TurnEnd::done);
    CHECK(chat.results_in(1).at(0).text.find("late") == std::string::npos);
    CHECK(chat.results_in(1).at(0).text.find("may have happened") != std::string::npos);
    CHECK(chat.steps<LateOutcome>().size() == 1);
    CHECK(seen->calls == 1);
}

TEST_CASE("H26: a stop withdraws the open question") {
    ChatProgram chat({proposes({written("echo")}), says("Yes.")});
    chat.program.with_prompter = true;
    chat.program.prompter.hold();
    const auto seen = chat.program.add(contract_of("echo"));
    ok_void(chat.open().send("go"));
    const std::string approval = chat.heard.wait_for<notice::CallAsked>().approval;
    chat.open().stop();
    CHECK(chat.heard.wait_for<notice::TurnEnded>().end == TurnEnd::stopped);
    CHECK(chat.codes() == Codes{"not_run"});
    CHECK(ok(chat.program.store->approval(approval))->state == consent::ApprovalState::withdrawn);
    while (chat.program.prompter.count() == 0) std::this_thread::yield();
    chat.program.prompter.release(0, consent::Answer::allow_once);
    CHECK(chat.heard.wait_for<notice::CallEndedLate>().outcome.code != "");
    CHECK(seen->calls == 0);
    CHECK(chat.say("on") == TurnEnd::done);
}

TEST_CASE("H26: a stop of a waiting turn withdraws its questions") {
    ChatProgram chat({proposes({written("echo")}), says("Yes.")});
    const auto seen = chat.program.add(contract_of("echo"));
    CHECK(chat.say("go") == TurnEnd::awaiting);
    chat.open().stop();
    CHECK(chat.heard.wait_for<notice::TurnEnded>(2).end == TurnEnd::stopped);
    CHECK(chat.open().state() == State::stopped);
    CHECK(ok(chat.program.runtime().consent().pending_approvals()).empty());
    CHECK(chat.codes() == Codes{"not_run"});
    CHECK(chat.say("on") == TurnEnd::done);
    CHECK(seen->calls == 0);
}

TEST_CASE("H09: 'deny and stop' refuses its call, and no other one runs") {
    ChatProgram chat({proposes({written("a"), written("b")}), says("Yes.")});
    chat.program.with_prompter = true;
    chat.program.prompter.hold();
    const auto a = chat.program.add(contract_of("a"));
    const auto b = chat.program.add_allowed("b");
    ok_void(chat.open().send("go"));
    const std::string approval = chat.heard.wait_for<notice::CallAsked>().approval;
    CHECK(
        chat.open().deny_and_stop(answer_to(approval, consent::Answer::allow_once)).error().code ==
        Errc::invalid_argument);
    CHECK(
        chat.open().deny_and_stop(answer_to("nothing", consent::Answer::deny_once)).error().code ==
        Errc::not_found);
    ok_void(chat.open().deny_and_stop(answer_to(approval, consent::Answer::deny_once)));
    CHECK(chat.heard.wait_for<notice::TurnEnded>().end == TurnEnd::stopped);
    CHECK(chat.codes() == Codes{"user_denied", "not_run"});
    CHECK(a->calls == 0);
    CHECK(b->calls == 0);
    while (chat.program.prompter.count() == 0) std::this_thread::yield();
    chat.program.prompter.release(0, consent::Answer::none);
    CHECK(chat.say("on") == TurnEnd::done);
}

TEST_CASE("H26: a stop at the end of a call lets no other call begin") {
    ChatProgram chat({proposes({written("a"), written("b")})});
    const auto a = chat.program.add_allowed("a");
    const auto b = chat.program.add_allowed("b");
    ConversationParts parts = chat.parts();
    Conversation* conversation = nullptr;
    parts.on_notice = [&](const Notice& notice) {
        if (std::holds_alternative<notice::CallEnded>(notice.what)) conversation->stop();
        chat.heard.add(notice);
    };
    const auto owner = ok(Conversation::open(parts, chat.options));
    conversation = owner.get();
    ok_void(conversation->send("go"));
    CHECK(chat.heard.wait_for<notice::TurnEnded>().end == TurnEnd::stopped);
    CHECK(a->calls == 1);
    CHECK(b->calls == 0);
    CHECK(conversation->branch().back().calls.at(1).result->code == k_not_run);
}

TEST_CASE("unattended: questions stay open, the turn waits, and an answer lets it go on") {
    ChatProgram chat(
        {proposes({written("a"), written("b"), written("c"), written("a", R"({"n":2})")}),
         says("Yes.")});
    std::mutex mutex;
    std::vector<std::string> order;
    const auto noting = [&](const std::string& name) {
        return Functions{.call = [&, name](std::string_view, Context&) {
            const std::lock_guard lock(mutex);
            order.push_back(name);
            return Reply::done();
        }};
    };
    chat.program.add(contract_of("a"), noting("a"));
    chat.program.add_allowed("b", noting("b"));
    chat.program.add(contract_of("c"), noting("c"));
    CHECK(chat.say("go") == TurnEnd::awaiting);
    // b needs no question; it waits for a, and the questions behind it are put.
    CHECK(order.empty());
    CHECK(chat.codes() == Codes{"-", "-", "-", "-"});
    const auto pending = ok(chat.program.runtime().consent().pending_approvals());
    REQUIRE(pending.size() == 3);
    CHECK(chat.heard.of<notice::CallAsked>().size() == 3);
    CHECK(chat.resume() == TurnEnd::awaiting);
    CHECK(ok(chat.program.runtime().consent().pending_approvals()).size() == 3);
    for (const auto& approval : pending)
        ok(chat.program.runtime().consent().answer(
            answer_to(approval.id, approval.tool.name == "c" ? consent::Answer::deny_once
                                                             : consent::Answer::allow_once)));
    CHECK(chat.resume() == TurnEnd::done);
    CHECK(order == std::vector<std::string>{"a", "b", "a"});
    CHECK(chat.codes() == Codes{"", "", "user_denied", ""});
    CHECK(chat.results_in(1).size() == 4);
}

TEST_CASE("H25: an answer to a question does not lift a budget that was used up before it") {
    ChatProgram chat({proposes({written("echo"), written("echo", R"({"n":2})")})});
    chat.options.limits.calls_max = 1;
    const auto seen = chat.program.add(contract_of("echo"));
    CHECK(chat.say("go") == TurnEnd::awaiting);
    CHECK(chat.codes() == Codes{"-", "not_run"});
    const auto pending = ok(chat.program.runtime().consent().pending_approvals());
    REQUIRE(pending.size() == 1);
    ok(chat.program.runtime().consent().answer(
        answer_to(pending[0].id, consent::Answer::allow_once)));
    CHECK(chat.resume() == TurnEnd::budget);
    CHECK(seen->calls == 1);
    CHECK(chat.model->requests().size() == 1);
}

TEST_CASE("a message to a waiting chat gives its calls up") {
    ChatProgram chat({proposes({written("echo")}), says("Yes.")});
    const auto seen = chat.program.add(contract_of("echo"));
    CHECK(chat.say("go") == TurnEnd::awaiting);
    CHECK(chat.open().choose(0).error().code == Errc::conflict);
    CHECK(chat.say("never mind") == TurnEnd::done);
    CHECK(chat.codes() == Codes{"not_run"});
    CHECK(ok(chat.program.runtime().consent().pending_approvals()).empty());
    CHECK(seen->calls == 0);
}

TEST_CASE("the end of the object stops a running call and waits for it") {
    ChatProgram chat({proposes({written("slow")})});
    Gate gate;
    std::atomic<bool> ended{false};
    chat.program.add_allowed("slow", {.call = [&](std::string_view, Context& context) {
                                 gate.pass(context.stop());
                                 ended = true;
                                 return Reply::done();
                             }});
    ok_void(chat.open().send("go"));
    gate.wait_for(1);
    chat.chat.reset();
    CHECK(ended);
    chat.script({says("Yes.")});
    CHECK(chat.codes() == Codes{""});
    CHECK(chat.resume() == TurnEnd::done);
}

}  // namespace iam::test
