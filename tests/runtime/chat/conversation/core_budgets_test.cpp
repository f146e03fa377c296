// Budgets of a chat, of a day, and of the time of a call.
// Tests of runtime/src/chat/conversation/core_budgets.cpp.
#include "chat/retry/delayed_work.hpp"
#include "fixture.hpp"

namespace iam::test {
namespace {

using namespace chat;

/// A turn that says a text, with the provider's counts.
ScriptedModel::Turn costs(Usage usage, const std::string& text = "Yes.") {
    ScriptedModel::Turn turn = says(text);
    turn.steps.insert(turn.steps.end() - 1, Event(usage));
    return turn;
}

ScriptedModel::Turn calls_for(std::uint64_t tokens) {
    ScriptedModel::Turn turn = proposes({written("echo", R"({"n":1})")});
    turn.steps.insert(turn.steps.end() - 1, Event(Usage{.input = tokens, .output = 0}));
    return turn;
}

std::string why_of(ChatProgram& chat) {
    return chat.heard.of<notice::TurnEnded>().back().why;
}

std::int64_t day_of_test(ChatProgram& chat) {
    return std::chrono::floor<std::chrono::days>(chat.program.clock.now().wall)
        .time_since_epoch()
        .count();
}

/// Answers a question after twice the time of a call.
struct SlowPerson {
    static constexpr std::chrono::milliseconds k_time{500};
    Gate answered{};
    DelayedWork timer{};

    void sit_at(Program& program) {
        program.with_prompter = true;
        program.prompter.script({consent::Answer::allow_once});
        program.prompter.typed = [](const InputRequest& /*request*/) { return "bob"; };
        program.prompter.while_shown = [this](const auto& /*request*/) {
            timer.run_after(2 * k_time, [this] { answered.open(); });
            answered.pass();
        };
    }
};

Counted sum_of_day(ChatProgram& chat) {
    return ok(chat.store.counted_on(day_of_test(chat)));
}

}  // namespace

TEST_CASE(
    "a chat sends no request once its tokens are used up, and says which budget ended it (H25)") {
    ChatProgram chat({costs({.input = 70, .output = 30})});
    chat.options.chat_budget.tokens = 100;
    CHECK(chat.say("one") == TurnEnd::done);
    CHECK(chat.say("two") == TurnEnd::budget);
    CHECK(why_of(chat) ==
          "The budget of this chat is used up: 100 of 100 tokens; a person can let this chat go "
          "on.");
    CHECK(chat.model->requests().size() == 1);
    CHECK(chat.open().state() == State::budget);
    CHECK(chat.steps<TurnEnded>().back().is_chat_spent);
}

TEST_CASE(
    "within a turn the calls of an answer run, and the request behind them is not sent (H25)") {
    ChatProgram chat({calls_for(100), says("Done.")});
    chat.options.chat_budget.tokens = 100;
    const auto seen = chat.program.add_allowed("echo");
    CHECK(chat.say("go") == TurnEnd::budget);
    CHECK(seen->calls == 1);
    CHECK(chat.codes() == std::vector<std::string>{""});
    CHECK(chat.resume() == TurnEnd::done);
    CHECK(seen->calls == 1);
    CHECK(chat.model->requests().size() == 2);
}

TEST_CASE("a person's word lets one more budget be used, and it holds after a restart (H25)") {
    ChatProgram chat({costs({.input = 100, .output = 0}), costs({.input = 60, .output = 0})});
    chat.options.chat_budget.tokens = 100;
    chat.say("one");
    CHECK(chat.say("two") == TurnEnd::budget);
    CHECK(chat.resume() == TurnEnd::done);
    chat.script({costs({.input = 60, .output = 0})});
    CHECK(chat.say("three") == TurnEnd::done);  // 60 of 100
    CHECK(chat.say("four") == TurnEnd::budget);
    CHECK_THAT(why_of(chat), Catch::Contains("120 of 100 tokens"));
    chat.script({says("!")});
    CHECK(chat.open().state() == State::budget);
    CHECK(chat.resume() == TurnEnd::done);
}

TEST_CASE("a message is no word about a budget (H25)") {
    ChatProgram chat({costs({.input = 100, .output = 0})});
    chat.options.chat_budget.tokens = 100;
    chat.say("one");
    CHECK(chat.say("two") == TurnEnd::budget);
    CHECK(chat.say("three") == TurnEnd::budget);
    ok_void(chat.open().regenerate());
    chat.heard.wait_for<notice::TurnEnded>(4);
    CHECK(chat.model->requests().size() == 1);
}

TEST_CASE("a word about the requests of a turn lifts no budget of the chat (H25)") {
    ChatProgram chat({calls_for(10), calls_for(100), says("!")});
    chat.options.limits.requests_max = 1;
    chat.options.chat_budget.tokens = 100;
    chat.program.add_allowed("echo");
    CHECK(chat.say("go") == TurnEnd::budget);
    CHECK_THAT(why_of(chat), Catch::Contains("requests") && !Catch::Contains("tokens"));
    CHECK(chat.resume() == TurnEnd::budget);
    CHECK_THAT(why_of(chat), Catch::Contains("requests") && Catch::Contains("110 of 100 tokens"));
    CHECK(chat.resume() == TurnEnd::done);
}

TEST_CASE("money is counted in whole millionths by the prices of its time (H25)") {
    ChatProgram chat({costs({.input = 1000, .cached = 400, .output = 10}), says("!")});
    chat.options.prices = {
        .currency = "USD", .input = 3'000'000, .cached = 300'000, .output = 15'000'001};
    chat.options.chat_budget.cost = 2'071;
    // 600 · 3 + 400 · 0.3 + 10 · 15.000001 = 2070.00001 millionths, rounded up.
    chat.say("one");
    CHECK(chat.say("two") == TurnEnd::budget);
    CHECK_THAT(why_of(chat), Catch::Contains("0.002071 of 0.002071 USD"));
}

TEST_CASE("counts that the provider does not give are estimated (H25)") {
    ChatProgram chat({says(std::string(400, 'a'))});
    chat.options.chat_budget.tokens = 141;
    chat.say("four");  // seven tokens with the mark of a message, and 134
    CHECK(chat.say("two") == TurnEnd::budget);
    CHECK_THAT(why_of(chat), Catch::Contains("141 of 141 tokens"));
}

TEST_CASE("the budget of a day holds for all chats of the store, and ends with the day (H25)") {
    ChatProgram chat({costs({.input = 60, .output = 0}), costs({.input = 40, .output = 0})});
    chat.options.day_budget.tokens = 100;
    CHECK(chat.say("one") == TurnEnd::done);
    chat.chat.reset();
    chat.options.chat = "other";
    CHECK(chat.say("two") == TurnEnd::done);
    CHECK(chat.say("three") == TurnEnd::budget);
    CHECK_THAT(why_of(chat), Catch::Contains("this day (UTC) of all chats") &&
                                 Catch::Contains("100 of 100 tokens"));
    CHECK(chat.steps<TurnEnded>().back().is_day_spent);
    chat.program.clock.advance(std::chrono::hours(24));
    chat.script({says("A new day.")});
    CHECK(chat.say("four") == TurnEnd::done);
}

TEST_CASE("a word about a day lets its own chat go on, and no other one (H25)") {
    ChatProgram chat({costs({.input = 100, .output = 0}), costs({.input = 50, .output = 0})});
    chat.options.day_budget.tokens = 100;
    chat.say("one");
    CHECK(chat.say("two") == TurnEnd::budget);
    CHECK(chat.resume() == TurnEnd::done);
    CHECK(chat.steps<TurnResumed>().back().day_from ==
          Counted{.day = day_of_test(chat), .tokens = 100});
    chat.script({costs({.input = 50, .output = 0})});
    chat.options.chat = "other";
    CHECK(chat.say("three") == TurnEnd::budget);
    chat.chat.reset();
    chat.options.chat = "c";
    CHECK(chat.say("four") == TurnEnd::done);  // 50 of 100 more
    CHECK(chat.say("five") == TurnEnd::budget);
    CHECK_THAT(why_of(chat), Catch::Contains("100 of 100 tokens"));
}

TEST_CASE("a chat whose day cannot be summed up sends nothing, and goes on when it can (H25)") {
    ChatProgram chat({costs({.input = 100, .output = 0}), says("!")});
    chat.options.day_budget.tokens = 100;
    chat.store.has_no_sums = true;
    CHECK(chat.say("one") == TurnEnd::failed);
    CHECK_THAT(why_of(chat), Catch::Contains("could not be read: the disk is away."));
    CHECK(chat.model->requests().empty());
    chat.store.has_no_sums = false;
    chat.chat.reset();
    CHECK(chat.resume() == TurnEnd::done);
    CHECK(chat.say("two") == TurnEnd::budget);
    chat.store.has_no_sums = true;
    CHECK(chat.resume() == TurnEnd::failed);
    CHECK_THAT(why_of(chat), Catch::Contains("The sum of the day could not be read"));
    CHECK(chat.model->requests().size() == 1);
    chat.store.has_no_sums = false;
    chat.chat.reset();
    CHECK(chat.resume() == TurnEnd::done);
}

TEST_CASE("a removed chat stays in the sum of its day (H25)") {
    ChatProgram chat({costs({.input = 100, .output = 0})});
    chat.say("one");
    chat.chat.reset();
    ok_void(chat.store.remove("c"));
    CHECK(sum_of_day(chat).tokens == 100);
}

TEST_CASE("a program that ends at any step keeps the sums of chat and day (H25)") {
    for (std::size_t step = 1; step <= 12; ++step) {
        for (const bool before_effect : {false, true}) {
            INFO("step " << step << (before_effect ? " before its effect" : ""));
            ChatProgram chat({calls_for(40), costs({.input = 60, .output = 0})});
            chat.program.add_allowed("echo");
            chat.store.die_after(step, before_effect);
            if (chat.open().send("go")) chat.heard.wait_for<notice::TurnEnded>();
            chat.script({});
            chat.program.made.reset();
            chat.store.revive();
            Counted total;
            bool has_request = false;
            for (const Step& each : chat.open().steps()) {
                if (const auto counted = counted_in(each)) add(total, *counted);
                has_request = has_request || std::holds_alternative<RequestSent>(each);
            }
            CHECK(sum_of_day(chat).tokens == total.tokens);
            CHECK((total.tokens > 0) == has_request);
            // As much as is stored may be used, and no more.
            chat.script({says("!")});
            chat.options.chat_budget.tokens = static_cast<std::uint64_t>(total.tokens);
            if (has_request) CHECK(chat.say("on") == TurnEnd::budget);
        }
    }
}

TEST_CASE("a request whose answer never came counts by its estimate (H25)") {
    ScriptedModel::Turn open = says("late");
    open.steps.insert(open.steps.begin(), ScriptedModel::Pause{"never"});
    ChatProgram chat({open});
    ok_void(chat.open().send(std::string(4000, 'a')));
    chat.chat.reset();
    CHECK(sum_of_day(chat).tokens == 1339);
    chat.script({says("!")});
    chat.options.chat_budget.tokens = 1339;
    CHECK(chat.say("on") == TurnEnd::budget);
}

TEST_CASE("a stopped answer counts with the text that came (H25)") {
    ScriptedModel::Turn turn = says(std::string(400, 'a'));
    turn.steps.insert(turn.steps.begin() + 1, ScriptedModel::Pause{"half"});
    ChatProgram chat({turn});
    ok_void(chat.open().send("four"));
    chat.open().stop();
    chat.heard.wait_for<notice::TurnEnded>();
    CHECK(sum_of_day(chat).tokens == 141);
}

TEST_CASE("a chat of an older program counts the usage of its answers (H25)") {
    ChatProgram chat({says("!")});
    ok_void(chat.store.append(
        "c", 0,
        {PersonSaid{.segments = {{{}, "hi"}}}, TurnBegan{1, 0}, RequestSent{1, 1, "m"},
         Answered{.turn = 1, .generation = 1, .usage = {.input = 90, .output = 10}},
         TurnEnded{.turn = 1}}));
    chat.options.chat_budget.tokens = 100;
    CHECK(chat.say("on") == TurnEnd::budget);
}

TEST_CASE(
    "a budget of a day without a clock is refused, and so is a mode that nobody guards (H25)") {
    ChatProgram chat;
    chat.with_clock = false;
    chat.options.day_budget.tokens = 1;
    auto opened = Conversation::open(chat.parts(), chat.options);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == Errc::invalid_argument);
    CHECK(opened.error().pointer == "/day_budget");
    chat.options.day_budget = {};
    chat.options.mode = ConsentMode::ask;
    opened = Conversation::open(chat.parts(), chat.options);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().pointer == "/mode");
}

TEST_CASE("a function that runs for too long is asked to stop, and the turn goes on (H25)") {
    Gate gate;
    std::atomic<bool> was_stopped{false};
    ChatProgram chat({proposes({written("slow")}), says("Too slow.")});
    chat.options.limits.call_time = std::chrono::milliseconds(20);
    chat.program.add_allowed("slow", {.call = [&](std::string_view, Context& context) {
                                 gate.pass(context.stop());
                                 was_stopped = context.stop().stop_requested();
                                 return Reply::done("1");
                             }});
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(chat.codes() == std::vector<std::string>{"timed_out"});
    CHECK_THAT(chat.results_in(1).at(0).text, Catch::Contains("20 ms"));
    chat.heard.wait_for<notice::CallEndedLate>();
    CHECK(was_stopped);
}

TEST_CASE("the time of a call does not run while a person is asked about it (H25)") {
    SlowPerson person;
    ChatProgram chat({proposes({written("ask")}), says("!")});
    chat.options.limits.call_time = SlowPerson::k_time;
    person.sit_at(chat.program);
    chat.program.add(contract_of("ask"));
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(chat.codes() == std::vector<std::string>{""});
}

TEST_CASE("the time of a call does not run while its function waits for a person's input (H25)") {
    SlowPerson person;
    ChatProgram chat({proposes({written("send")}), says("!")});
    chat.options.limits.call_time = SlowPerson::k_time;
    person.sit_at(chat.program);
    const auto seen = chat.program.add_allowed(
        "send", {.call = [](std::string_view, Context& context) {
            const auto to =
                context.input("to", {.kind = InputRequest::Kind::text, .prompt = "To whom?"});
            if (!to) return Reply::failed(code::requires_user_input, to.error().message);
            return Reply::done("1");
        }});
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(chat.codes() == std::vector<std::string>{""});
    CHECK(seen->calls == 2);
}

TEST_CASE("a stop of the turn reaches a function with a time of its own (H26)") {
    Gate gate;
    ChatProgram chat({proposes({written("slow")})});
    chat.options.limits.call_time = std::chrono::hours(1);
    std::atomic<bool> was_stopped{false};
    chat.program.add_allowed("slow", {.call = [&](std::string_view, Context& context) {
                                 gate.pass(context.stop());
                                 was_stopped = context.stop().stop_requested();
                                 return Reply::done("1");
                             }});
    ok_void(chat.open().send("go"));
    gate.wait_for(1);
    chat.open().stop();
    chat.heard.wait_for<notice::TurnEnded>();
    chat.chat.reset();
    CHECK(was_stopped);
}

}  // namespace iam::test
