// The tools that a person has chosen for a chat, its profile and its mode.
// Tests of runtime/src/chat/conversation/core_budgets.cpp and
// runtime/src/chat/conversation/budgets/check_settings.cpp.
#include "fixture.hpp"
#include <iam/chat/profile.hpp>

namespace iam::test {
namespace {

using namespace chat;

std::vector<std::string> offered(ChatProgram& chat) {
    std::vector<std::string> names;
    const ModelRequest request = chat.model->requests().back();
    for (const auto& tool : request.tools) names.push_back(tool.name);
    return names;
}

ToolsChosen without(const std::string& pattern) {
    return {.switches = {{pattern, false}}};
}

Contract reading(const std::string& origin, const std::string& name) {
    Contract contract = contract_of(name);
    contract.id.origin = origin;
    contract.policy = Policy::allow;
    contract.hints = {.read_only = true, .open_world = false};
    return contract;
}

void guard(ChatProgram& chat) {
    chat.with_guard = true;
    chat.program.interceptors.push_back(
        std::shared_ptr<Interceptor>(std::shared_ptr<void>(), &chat.guard));
}

}  // namespace

TEST_CASE("a tool that is switched off is not offered, and its call is refused as unknown (B79)") {
    ChatProgram chat({says("."), proposes({written("drop")}), says("!")});
    chat.program.add_allowed("keep");
    const auto seen = chat.program.add_allowed("drop");
    chat.say("one");
    CHECK(offered(chat) == std::vector<std::string>{"drop", "keep"});
    ok_void(chat.open().choose_tools(without("drop")));
    CHECK(chat.say("two") == TurnEnd::done);
    CHECK(offered(chat) == std::vector<std::string>{"keep"});
    CHECK(chat.codes() == std::vector<std::string>{"tool_not_found"});
    CHECK(seen->calls == 0);
}

TEST_CASE("the last switch that meets a tool counts (B79)") {
    const ToolsChosen chosen{
        .switches = {{"files/*", false}, {"files/read", true}, {"add", false}}};
    CHECK(permits(chosen, ToolId{"files", "read"}));
    CHECK_FALSE(permits(chosen, ToolId{"files", "write"}));
    CHECK_FALSE(permits(chosen, ToolId{"", "add"}));
    CHECK(permits(chosen, ToolId{"web", "read"}));
    CHECK_FALSE(permits({.choice = {.deny = {"x"}}, .switches = {{"x", true}}}, ToolId{"", "x"}));
}

TEST_CASE("a choice of tools holds in the next program, and a new one replaces it (B78, B79)") {
    ChatProgram chat({says(".")});
    chat.program.add_allowed("keep");
    chat.program.add_allowed("drop");
    ok_void(chat.open().choose_tools(without("drop")));
    CHECK(chat.open().steps().empty());  // a chat begins with its first message
    chat.say("one");
    CHECK(chat.steps<ToolsChosen>() == std::vector<ToolsChosen>{without("drop")});
    chat.script({says("."), says(".")});
    chat.say("two");
    CHECK(offered(chat) == std::vector<std::string>{"keep"});
    CHECK(chat.open().tools() == without("drop"));
    ok_void(chat.open().choose_tools({}));
    chat.chat.reset();  // stored at once
    chat.say("three");
    CHECK(offered(chat) == std::vector<std::string>{"drop", "keep"});
    chat.script({says(".")});
    chat.options.tools = without("keep");
    chat.say("four");
    CHECK(offered(chat) == std::vector<std::string>{"drop"});
    CHECK(chat.steps<ToolsChosen>().back() == without("keep"));
}

TEST_CASE("a program that ends at the step of a choice has the old one or the new one (B79)") {
    for (const bool before_effect : {false, true}) {
        ChatProgram chat({says(".")});
        chat.program.add_allowed("drop");
        chat.say("one");
        const std::size_t kept = chat.store.appends();
        chat.store.die_after(kept + (before_effect ? 1 : 0), before_effect);
        const auto chosen = chat.open().choose_tools(without("drop"));
        REQUIRE_FALSE(chosen);
        CHECK(chosen.error().code == Errc::unavailable);
        chat.script({says(".")});
        chat.store.revive();
        chat.say("two");
        CHECK(offered(chat).empty() == before_effect);
    }
}

TEST_CASE("a waiting call of a tool that is switched off does not run after its answer (B79)") {
    ChatProgram chat({proposes({written("ask")}), says("!")});
    const auto seen = chat.program.add(contract_of("ask"));
    CHECK(chat.say("go") == TurnEnd::awaiting);
    const std::string approval = chat.steps<CallWaits>().at(0).approval;
    ok_void(chat.open().choose_tools(without("ask")));
    ok(chat.program.runtime().consent().answer(answer_to(approval, consent::Answer::allow_once)));
    CHECK(chat.resume() == TurnEnd::done);
    CHECK(chat.codes() == std::vector<std::string>{"tool_not_found"});
    CHECK(seen->calls == 0);
}

TEST_CASE("a choice is refused while a turn is under way, and if a pattern is none (B79)") {
    ScriptedModel::Turn turn = says(".");
    turn.steps.insert(turn.steps.begin(), ScriptedModel::Pause{"p"});
    ChatProgram chat({turn});
    CHECK(chat.open().choose_tools(without("")).error().code == Errc::invalid_argument);
    CHECK(chat.open().choose_tools({.choice = {.deny = {"a\\"}}}).error().code ==
          Errc::invalid_argument);
    ToolsChosen many;
    many.switches.resize(k_profile_names_max + 1, {"a", false});
    CHECK(chat.open().choose_tools(many).error().code == Errc::invalid_argument);
    ok_void(chat.open().send("go"));
    CHECK(chat.open().choose_tools(without("a")).error().code == Errc::conflict);
    chat.model->release("p");
    chat.heard.wait_for<notice::TurnEnded>();
    chat.options.tools = without("");
    chat.chat.reset();
    CHECK_FALSE(Conversation::open(chat.parts(), chat.options));
}

TEST_CASE("the profile of a chat is recorded when it changes (H29)") {
    ChatProgram chat({says("."), says(".")});
    chat.options.profile = "alarms";
    chat.say("one");
    chat.say("two");
    CHECK(chat.steps<ProfileChosen>() == std::vector<ProfileChosen>{{"alarms"}});
    chat.script({says(".")});
    chat.options.profile.reset();
    chat.say("three");
    CHECK(chat.steps<ProfileChosen>().size() == 1);
    chat.script({says(".")});
    chat.options.profile = "";
    chat.say("four");
    CHECK(chat.steps<ProfileChosen>().back() == ProfileChosen{});
}

TEST_CASE("a profile gives its members to a conversation (H29)") {
    ConversationOptions options;
    const auto profile = read_profile(example_profile(), "/p");
    REQUIRE(profile);
    use_profile(*profile, options);
    CHECK(options.system == profile->system);
    CHECK(options.temperature == 0.2);
    CHECK(options.output_tokens_max == 2048);
    CHECK(options.limits.call_time == std::chrono::seconds(30));
    CHECK(options.limits.result_bytes_max == 16384);
    CHECK(options.limits.calls_max == 10);
    CHECK(options.limits.requests_max == 10);
    CHECK(options.chat_budget == profile->budgets.chat);
    CHECK(options.day_budget == profile->budgets.day);
    CHECK(options.prices == profile->budgets.prices);
    CHECK(options.mode == ConsentMode::ask);
    CHECK(options.offers(reading("", "add_alarm")));
    CHECK_FALSE(options.offers(reading("", "add_note")));
    CHECK_FALSE(options.offers(reading("calendar", "delete_all")));
    use_profile({}, options);
    CHECK(options.limits.calls_max == 10);  // a profile without a bound keeps the host's
}

TEST_CASE("in the mode 'ask' a person is asked about each call, also about an allowed one (H29)") {
    ChatProgram chat({proposes({written("harmless")}), says("!"), proposes({written("harmless")})});
    guard(chat);
    const auto seen = chat.program.add(reading("", "harmless"));
    CHECK(chat.say("usual") == TurnEnd::done);
    CHECK(seen->calls == 1);
    chat.chat.reset();
    chat.options.mode = ConsentMode::ask;
    CHECK(chat.say("ask") == TurnEnd::awaiting);
    CHECK(seen->calls == 1);
    const auto approval = ok(chat.program.store->approval(chat.steps<CallWaits>().at(0).approval));
    REQUIRE(approval);
    chat.script({says("!")});
    chat.options.mode = ConsentMode::usual;
    chat.open();
}

TEST_CASE("in the mode 'read_only' tools that write are not offered and do not run (H29)") {
    ChatProgram chat(
        {proposes({written("write"), written("web__look"), written("look")}), says("!")});
    const auto wrote = chat.program.add_allowed("write");
    const auto looked = chat.program.add(reading("", "look"));
    const auto claimed = chat.program.add(reading("web", "look"));
    chat.options.mode = ConsentMode::read_only;
    CHECK(chat.say("go") == TurnEnd::done);
    CHECK(offered(chat) == std::vector<std::string>{"look"});
    CHECK(chat.codes() == std::vector<std::string>{"tool_not_found", "tool_not_found", ""});
    CHECK(wrote->calls == 0);
    CHECK(claimed->calls == 0);
    CHECK(looked->calls == 1);
    chat.script({says(".")});
    chat.options.trusts = [](const std::string& origin) { return origin == "web"; };
    chat.say("on");
    CHECK(offered(chat) == std::vector<std::string>{"look", "web__look"});
}

}  // namespace iam::test
