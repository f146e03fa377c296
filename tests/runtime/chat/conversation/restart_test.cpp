// A program that ends at any step of a turn: no call runs twice, no chat is dead, no call is
// without a result. Tests of runtime/src/chat/conversation/settle.cpp.
#include "fixture.hpp"
#include <support/failing_store.hpp>

namespace iam::test {
namespace {

using namespace chat;
using Codes = std::vector<std::string>;

/// The fault of a request by the rules of strict providers; empty if there is none.
std::string strict(const ModelRequest& request) {
    const std::vector<Message>& all = request.messages;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto* results = std::get_if<CallResults>(&all[i]);
        const auto* before = i > 0 ? std::get_if<AssistantTurn>(&all[i - 1]) : nullptr;
        if (results != nullptr && before == nullptr) return "results without calls";
        const auto* answer = std::get_if<AssistantTurn>(&all[i]);
        if (answer == nullptr) continue;
        if (answer->text.empty() && answer->calls.empty()) return "an empty answer";
        if (answer->calls.empty()) continue;
        const auto* after = i + 1 < all.size() ? std::get_if<CallResults>(&all[i + 1]) : nullptr;
        if (after == nullptr) return "calls without results";
        if (after->results.size() != answer->calls.size()) return "another number of results";
        for (std::size_t k = 0; k < answer->calls.size(); ++k) {
            if (after->results[k].id != answer->calls[k].id) return "results in another order";
            if (after->results[k].text.empty()) return "an empty result";
        }
    }
    if (std::get_if<AssistantTurn>(&all.back()) != nullptr) return "an answer at the end";
    return "";
}

ScriptedModel::Turn strictly(ScriptedModel::Turn turn) {
    turn.expected = strict;
    return turn;
}

/// Two read-only calls, two others, then one more, then a text.
std::vector<ScriptedModel::Turn> long_turn() {
    ScriptedModel::Turn calls =
        proposes({written("look", R"({"n":1})"), written("look", R"({"n":2})"),
                  written("change", R"({"n":3})"), written("change", R"({"n":4})")});
    calls.steps.insert(calls.steps.begin(), Event(TextPiece{"I look."}));
    return {strictly(calls), strictly(proposes({written("change", R"({"n":5})")})),
            strictly(says("Done."))};
}

struct Lives {
    ChatProgram chat{long_turn()};
    std::mutex mutex{};
    std::map<std::string, int> runs{};

    explicit Lives(Policy policy = Policy::allow) {
        const auto counting = [this](std::string_view text, Context&) {
            const std::lock_guard lock(mutex);
            ++runs[std::string(text)];
            return Reply::done(std::string(text));
        };
        Contract look = contract_of("look");
        look.policy = Policy::allow;
        look.hints.read_only = true;
        Contract change = contract_of("change");
        change.policy = policy;
        chat.program.add(look, {.call = counting});
        chat.program.add(change, {.call = counting});
    }
    /// The process ends, and another one opens the chat with this script.
    void die(std::vector<ScriptedModel::Turn> next) {
        chat.script(std::move(next));
        chat.program.made.reset();
        chat.store.revive();
        chat.open();
    }
    void check_runs() {
        for (const auto& [arguments, count] : runs) {
            INFO(arguments);
            CHECK(count == 1);
        }
    }
    /// Each result agrees with the function.
    void check_results(bool may_wait = false) {
        for (const MessageView& message : chat.open().messages()) {
            for (const auto& call : message.calls) {
                INFO(call.call.id << " " << call.call.arguments);
                if (!call.result) {
                    CHECK(may_wait);
                    continue;
                }
                const int count = runs.count(call.call.arguments) > 0;
                CHECK(call.result->code == (count > 0 ? "" : std::string(k_not_run)));
            }
        }
    }
};

/// A ledger whose disk may be full.
struct FullStore final : ForwardingStore {
    using ForwardingStore::ForwardingStore;
    std::atomic<bool> is_full{false};
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        if (is_full) return fail(Errc::unavailable, "the disk is full.");
        return ForwardingStore::commit(std::move(batch));
    }
};

std::size_t appends_of_a_whole_life(Policy policy) {
    Lives lives(policy);
    CHECK(lives.chat.say("go") == (policy == Policy::allow ? TurnEnd::done : TurnEnd::awaiting));
    return lives.chat.store.appends();
}

void answer_all(ChatProgram& chat, consent::Answer answer) {
    for (const auto& approval : ok(chat.program.runtime().consent().pending_approvals()))
        ok(chat.program.runtime().consent().answer(answer_to(approval.id, answer)));
}

}  // namespace

TEST_CASE("H07: a program that ends at any step runs no call twice and leaves no dead chat") {
    const std::size_t all = appends_of_a_whole_life(Policy::allow);
    REQUIRE(all > 12);
    for (std::size_t last = 1; last <= all; ++last) {
        for (const bool before_effect : {false, true}) {
            INFO("after " << last << " appends, before the effect: " << before_effect);
            Lives lives;
            lives.chat.store.die_after(last, before_effect);
            lives.chat.say("go");
            lives.die({strictly(says("On it goes.")), strictly(says("Yes."))});
            lives.check_runs();
            lives.check_results();
            const State state = lives.chat.open().state();
            CHECK((state == State::failed || state == State::done));
            if (state == State::failed) CHECK(lives.chat.resume() == TurnEnd::done);
            CHECK(lives.chat.say("and now?") == TurnEnd::done);
            lives.check_runs();
        }
    }
}

TEST_CASE("H07: a program that ends at any step of a turn with questions asks each one once") {
    const std::size_t all = appends_of_a_whole_life(Policy::confirm);
    for (std::size_t last = 1; last <= all; ++last) {
        for (const bool before_effect : {false, true}) {
            INFO("after " << last << " appends, before the effect: " << before_effect);
            Lives lives(Policy::confirm);
            lives.chat.store.die_after(last, before_effect);
            lives.chat.say("go");
            lives.die({strictly(says("On it goes."))});
            lives.check_runs();
            lives.check_results(true);
            const std::size_t asked =
                ok(lives.chat.program.runtime().consent().pending_approvals()).size();
            CHECK(asked <= 2);
            answer_all(lives.chat, consent::Answer::allow_once);
            CHECK(lives.chat.resume() == TurnEnd::done);
            lives.check_runs();
            lives.check_results();
            CHECK(lives.runs.count(R"({"n":3})") + lives.runs.count(R"({"n":4})") == asked);
        }
    }
}

TEST_CASE("H07: a program that ends at any step of the gate runs no call twice") {
    std::set<std::string> codes;
    std::uint64_t at = 1;
    for (bool has_died = true; has_died; ++at) {
        INFO("at call " << at << " of the ledger");
        Lives lives;
        const std::shared_ptr<ledger::Store> disk = lives.chat.program.store;
        const auto dying =
            std::make_shared<FailingStore>(disk, at, FailingStore::What::from_then_on);
        lives.chat.open();  // counts no call
        lives.chat.script(long_turn());
        lives.chat.program.made.reset();
        lives.chat.program.store = dying;
        lives.chat.store.is_dead = [&] { return dying->failed(); };
        // A chat whose program ends before it is opened has nothing to settle.
        if (auto opened = Conversation::open(lives.chat.parts(), lives.chat.options)) {
            lives.chat.chat = std::move(*opened);
            lives.chat.say("go");
        }
        has_died = dying->failed();
        lives.chat.chat.reset();
        lives.chat.program.made.reset();
        lives.chat.program.store = disk;
        lives.die({strictly(says("On it goes.")), strictly(says("Yes."))});
        lives.check_runs();
        for (const MessageView& message : lives.chat.open().messages()) {
            for (const auto& call : message.calls) {
                REQUIRE(call.result);
                codes.insert(call.result->code);
                const bool ran = lives.runs.count(call.call.arguments) > 0;
                INFO(call.call.id << " " << call.result->code);
                // A call that ran is known to have run, or is said to be unknown.
                CHECK((ran ? call.result->code != k_not_run : !call.result->code.empty()));
            }
        }
        CHECK(lives.chat.say("and now?") == TurnEnd::done);
        lives.check_runs();
    }
    CHECK(at > 20);
    CHECK(codes == std::set<std::string>{"", "not_run", "outcome_unknown"});
}

TEST_CASE("H07: the text of an unfinished answer is gone, the message stays") {
    ScriptedModel::Turn slow{.steps = {Event(TextPiece{"Half"}), ScriptedModel::Pause{"slow"}}};
    Lives lives;
    lives.chat.script({slow});
    ok_void(lives.chat.open().send("go"));
    CHECK(lives.chat.heard.text() == "Half");
    lives.die({strictly(says("Whole."))});
    CHECK(lives.chat.open().branch().size() == 1);
    CHECK(lives.chat.open().state() == State::failed);
    CHECK(lives.chat.resume() == TurnEnd::done);
    CHECK(lives.chat.open().branch().size() == 2);
    CHECK(lives.chat.open().branch().back().segments.at(0).text == "Whole.");
}

TEST_CASE("H07: a question that a dead program asked is answered in the next one") {
    Lives lives(Policy::confirm);
    lives.chat.program.with_prompter = true;
    lives.chat.program.prompter.hold();
    lives.chat.script({strictly(proposes({written("change")}))});
    ok_void(lives.chat.open().send("go"));
    const std::string approval = lives.chat.heard.wait_for<notice::CallAsked>().approval;
    lives.die({strictly(says("Done."))});
    CHECK(lives.chat.open().state() == State::awaiting);
    CHECK(lives.chat.open().branch().back().calls.at(0).approval == approval);
    ok(lives.chat.program.runtime().consent().answer(
        answer_to(approval, consent::Answer::allow_once)));
    CHECK(lives.chat.resume() == TurnEnd::done);
    CHECK(lives.runs == std::map<std::string, int>{{R"({"n":1})", 1}});
}

TEST_CASE("H07: a call whose outcome nobody recorded may have happened, and the model is told so") {
    Lives lives;
    const auto full = std::make_shared<FullStore>(lives.chat.program.store);
    lives.chat.program.store = full;
    lives.chat.program.add_allowed("last", {.call = [full](std::string_view, Context&) {
                                       full->is_full = true;
                                       return Reply::done();
                                   }});
    lives.chat.script({strictly(proposes({written("last")}))});
    lives.chat.store.die_after(4, false);
    lives.chat.say("go");
    full->is_full = false;
    lives.die({strictly(says("I ask first."))});
    CHECK(lives.chat.codes() == Codes{"outcome_unknown"});
    CHECK(lives.chat.resume() == TurnEnd::done);
    CHECK(lives.chat.results_in(0).at(0).text.find("may have happened") != std::string::npos);
}

TEST_CASE("H07: a call under way whose tool is gone by now keeps an unknown end") {
    Lives lives;
    lives.chat.script({strictly(proposes({written("change")}))});
    lives.chat.store.die_after(4, false);
    lives.chat.say("go");
    CHECK(lives.runs.size() == 1);
    lives.chat.chat.reset();
    ok_void(lives.chat.program.registry.remove({"", "change"}));
    lives.die({});
    CHECK(lives.chat.codes() == Codes{"outcome_unknown"});
}

TEST_CASE("H07: a turn that goes on puts its open questions to the prompter again") {
    Lives lives(Policy::confirm);
    lives.chat.script({strictly(proposes({written("change")}))});
    CHECK(lives.chat.say("go") == TurnEnd::awaiting);
    const std::string approval = lives.chat.open().branch().back().calls.at(0).approval;
    lives.chat.program.with_prompter = true;
    lives.chat.program.prompter.script({consent::Answer::allow_once});
    lives.die({strictly(says("Done."))});
    CHECK(lives.runs.empty());
    CHECK(lives.chat.resume() == TurnEnd::done);
    const auto questions = lives.chat.program.prompter.questions();
    REQUIRE(questions.size() == 1);
    CHECK(questions[0].request.approval_id == approval);
    CHECK(lives.runs == std::map<std::string, int>{{R"({"n":1})", 1}});
    CHECK(lives.chat.program.of_kind(EntryKind::approval).size() == 2);  // the question, the answer
}

TEST_CASE("H26: a stop withdraws a question that was put again, and its call has not run") {
    Lives lives(Policy::confirm);
    lives.chat.script({strictly(proposes({written("change")}))});
    CHECK(lives.chat.say("go") == TurnEnd::awaiting);
    Gate shown;
    lives.chat.program.prompter.while_shown = [&](const auto& /*request*/) { shown.pass(); };
    lives.chat.program.with_prompter = true;
    lives.die({});
    ok_void(lives.chat.open().resume());
    shown.wait_for(1);
    lives.chat.open().stop();
    shown.open();
    CHECK(lives.chat.heard.wait_for<notice::TurnEnded>(2).end == TurnEnd::stopped);
    CHECK(lives.chat.codes() == Codes{"not_run"});
    CHECK(ok(lives.chat.program.runtime().consent().pending_approvals()).empty());
}

TEST_CASE("a turn that waits without a prompter names the approvals that it waits for") {
    Lives lives(Policy::confirm);
    lives.chat.script({strictly(proposes({written("change")}))});
    CHECK(lives.chat.say("go") == TurnEnd::awaiting);
    const std::string approval = lives.chat.open().branch().back().calls.at(0).approval;
    CHECK(lives.chat.resume() == TurnEnd::awaiting);
    const auto ends = lives.chat.heard.of<notice::TurnEnded>();
    CHECK(ends.at(0).why.find(" to " + approval + "; answer") != std::string::npos);
    CHECK(ends.at(1).why == ends.at(0).why);
}

TEST_CASE("a call whose question has expired is not run, and its result says so") {
    Lives lives(Policy::confirm);
    lives.chat.script({strictly(proposes({written("change")})), strictly(says("I see."))});
    CHECK(lives.chat.say("go") == TurnEnd::awaiting);
    lives.chat.program.clock.advance(lives.chat.program.settings.approval_lifetime);
    CHECK(lives.chat.resume() == TurnEnd::done);
    CHECK(lives.chat.codes() == Codes{"not_run"});
    CHECK(lives.chat.results_in(1).at(0).text.find("its question has expired") !=
          std::string::npos);
    CHECK(lives.runs.empty());
}

TEST_CASE("a question that expired after its program had ended is the reason at the next start") {
    Lives lives(Policy::confirm);
    lives.chat.program.with_prompter = true;
    lives.chat.program.prompter.hold();
    lives.chat.script({strictly(proposes({written("change")}))});
    ok_void(lives.chat.open().send("go"));
    lives.chat.heard.wait_for<notice::CallAsked>();
    lives.chat.script({strictly(says("I see."))});
    lives.chat.program.made.reset();
    lives.chat.program.clock.advance(lives.chat.program.settings.approval_lifetime);
    CHECK(ok(lives.chat.program.runtime().consent().pending_approvals()).empty());
    CHECK(lives.chat.codes() == Codes{"not_run"});
    CHECK(lives.chat.resume() == TurnEnd::done);
    CHECK(lives.chat.results_in(0).at(0).text.find("its question has expired") !=
          std::string::npos);
}

TEST_CASE("H03: a chat that is open is refused to a second owner, and its turn goes on") {
    ScriptedModel::Turn slow{.steps = {Event(TextPiece{"Half"}), ScriptedModel::Pause{"slow"},
                                       Event(End{.finish = Finish::stop})}};
    ChatProgram chat({slow});
    ok_void(chat.open().send("go"));
    const auto refused = Conversation::open(chat.parts(), chat.options);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::conflict);
    CHECK(refused.error().message.find("begin a new chat") != std::string::npos);
    chat.model->release("slow");
    CHECK(chat.heard.wait_for<notice::TurnEnded>().end == TurnEnd::done);
    CHECK(chat.open().branch().size() == 2);
    chat.chat.reset();
    CHECK(chat.open().state() == State::done);
}

TEST_CASE("H25: a restart of a waiting turn keeps what its budgets have spent") {
    Lives lives(Policy::confirm);
    lives.chat.options.limits.calls_max = 3;
    lives.chat.script({strictly(proposes(
        {written("look", R"({"n":1})"), written("look", R"({"n":2})"), written("change")}))});
    CHECK(lives.chat.say("go") == TurnEnd::awaiting);
    lives.die({strictly(proposes({written("look", R"({"n":3})")})), strictly(says("."))});
    answer_all(lives.chat, consent::Answer::allow_once);
    CHECK(lives.chat.resume() == TurnEnd::budget);
    CHECK(lives.chat.codes() == Codes{"", "", "", "not_run"});
    CHECK(lives.chat.resume() == TurnEnd::done);
}

}  // namespace iam::test
