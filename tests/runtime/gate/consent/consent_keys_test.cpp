// Consent by the values of a tool's consent keys: "every call with this account".
#include "../fixture.hpp"

namespace iam::test {
namespace {

using consent::Answer;
using consent::CallScope;
using consent::FurtherCalls;
using consent::PromptReply;
using gate::ApprovalAnswer;
using std::chrono::hours;

Contract by_account(std::string name = "pay") {
    Contract contract = contract_of(std::move(name));
    contract.consent_keys = {"/account", "/at/place"};
    return contract;
}

GrantTerms keys_of(std::string arguments) {
    GrantTerms terms;
    terms.arguments = std::move(arguments);
    terms.keys_only = true;
    return terms;
}

struct Keys : Program {
    explicit Keys(Contract contract = by_account()) {
        with_prompter = true;
        prompter.hold();
        seen = add(std::move(contract));
    }
    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;
    ~Keys() { made.reset(); }

    void propose(const std::string& arguments) {
        reply = {};
        runtime().submit(call_of("pay", arguments),
                         [this](ToolResult result) { reply = std::move(result); });
    }
    void answer(Answer answer, CallScope always, std::optional<CallScope> further = {}) {
        const auto question = prompter.questions().back();
        PromptReply given = ScriptedPrompter::reply_to(question.request, answer);
        given.scope = always;
        if (further) given.further = FurtherCalls{clock.now().wall + hours(1), {}, *further};
        question.on_reply(given);
    }

    ToolResult reply{};
    std::shared_ptr<Seen> seen{};
};

}  // namespace

TEST_CASE("a grant by keys covers every call with the same values and no other") {
    Program program;
    program.add(by_account());
    Runtime& runtime = program.runtime();
    const auto grant = ok(runtime.consent().grant(
        {"", "pay"}, keys_of(R"({"account":"a","amount":1,"at":{"place":7,"street":"x"}})"), {}));
    CHECK(grant.match.kind == consent::Match::Kind::keys);
    const auto allowed = [&](const char* arguments) {
        return runtime.call(call_of("pay", arguments)).success;
    };
    CHECK(allowed(R"({"account":"a","amount":2,"at":{"place":7.0,"street":"y"}})"));
    CHECK(allowed(R"({"at":{"place":7},"account":"a"})"));
    CHECK_FALSE(allowed(R"({"account":"b","amount":1,"at":{"place":7}})"));
    CHECK_FALSE(allowed(R"({"account":"a","at":{"place":8}})"));
    // What is left out is no value: not null, and not the one that was allowed.
    CHECK_FALSE(allowed(R"({"account":"a"})"));
    CHECK_FALSE(allowed(R"({"account":null,"at":{"place":7}})"));
    CHECK_FALSE(allowed(R"({"account":"a","at":[7]})"));
    CHECK_FALSE(allowed(R"({"account":"a","at/place":7})"));
}

TEST_CASE("a key that is left out is the same as one that is left out") {
    Program program;
    program.add(by_account());
    Runtime& runtime = program.runtime();
    ok(runtime.consent().grant({"", "pay"}, keys_of("{}"), {}));
    CHECK(runtime.call(call_of("pay", R"({"amount":3})")).success);
    CHECK_FALSE(runtime.call(call_of("pay", R"({"account":"a"})")).success);
}

TEST_CASE("a grant by keys names its values in its entry, and nothing else of the arguments") {
    Program program;
    program.add(by_account());
    ok(program.runtime().consent().grant({"", "pay"}, keys_of(R"({"account":"a","amount":1})"),
                                         {}));
    const std::string entry = to_string(program.stored_entries().at(0).id);
    CHECK(program.payload(entry, "keys") == R"({"/account":"a"})");
    CHECK_FALSE(program.payload(entry, "arguments"));
}

TEST_CASE("a grant by keys wants arguments, and a tool that has some") {
    Program program;
    program.add(by_account());
    program.add(contract_of("echo"));
    GrantTerms terms;
    terms.keys_only = true;
    CHECK(program.runtime().consent().grant({"", "pay"}, terms, {}).error().code ==
          Errc::invalid_argument);
    const auto none = program.runtime().consent().grant({"", "echo"}, keys_of("{}"), {});
    CHECK(none.error().message == "The tool has no consent keys; leave keys_only out.");
    CHECK(ok(program.store->grants()).empty());
}

TEST_CASE("further calls with the same keys run without a question") {
    Keys program;
    program.propose(R"({"account":"a","amount":1})");
    program.answer(Answer::allow_once, CallScope::tool, CallScope::keys);
    CHECK(program.reply.success);
    program.propose(R"({"account":"a","amount":2})");
    CHECK(program.seen->calls == 2);
    CHECK(program.prompter.count() == 1);
    program.propose(R"({"account":"b","amount":2})");
    CHECK(program.prompter.count() == 2);
}

TEST_CASE("allow always by keys stores what was shown word for word") {
    Keys program;
    program.propose(R"({"account":"a","amount":1})");
    const auto request = program.prompter.questions().back().request;
    CHECK(request.always_keys_would_store.english().find(
              "Allow every call of \"pay\" with the same account and at/place (left out)") == 0);
    program.answer(Answer::allow_always, CallScope::keys);
    const auto permissions = ok(program.runtime().consent().permissions());
    REQUIRE(permissions.size() == 1);
    CHECK(permissions[0].match.kind == consent::Match::Kind::keys);
    program.propose(R"({"account":"a","amount":2})");
    CHECK(program.prompter.count() == 1);
    program.propose(R"({"account":"b"})");
    CHECK(program.prompter.count() == 2);
}

TEST_CASE("a tool without consent keys is not allowed by them") {
    Keys program(contract_of("pay"));
    program.propose(R"({"account":"a"})");
    CHECK(program.prompter.questions().back().request.always_keys_would_store.empty());
    program.answer(Answer::allow_always, CallScope::keys);
    CHECK(program.reply.code == code::confirmation_required);
    CHECK(program.reply.message.find("The tool has no consent keys") == 0);
    CHECK(ok(program.store->permissions()).empty());
    CHECK(program.seen->calls == 0);
}

TEST_CASE("a deny always by keys is one of exactly what was shown") {
    Keys program;
    program.propose(R"({"account":"a"})");
    program.answer(Answer::deny_always, CallScope::keys);
    CHECK(program.reply.code == code::user_denied);
    const auto permissions = ok(program.store->permissions());
    REQUIRE(permissions.size() == 1);
    CHECK(permissions[0].match.kind == consent::Match::Kind::exact);
    program.propose(R"({"account":"a"})");
    CHECK(program.reply.code == code::policy_denied);
    program.propose(R"({"account":"a","amount":2})");
    CHECK(program.prompter.count() == 2);
    CHECK(program.seen->calls == 0);
}

TEST_CASE("a no counts whatever scope stands beside it") {
    Keys program(contract_of("pay"));
    program.propose(R"({"account":"a"})");
    program.answer(Answer::deny_once, CallScope::keys);
    CHECK(program.reply.code == code::user_denied);
    const auto id = program.prompter.questions().back().request.approval_id;
    CHECK(ok(program.store->approval(id))->state == consent::ApprovalState::refused);
}

TEST_CASE("by keys is answered from another process where the record has their values") {
    Program program;
    program.add(by_account());
    Runtime& runtime = program.runtime();
    const ToolResult asked = runtime.call(call_of("pay", R"({"account":"a","amount":1})"));
    ApprovalAnswer answer;
    answer.approval = asked.approval;
    answer.answer = Answer::allow_always;
    answer.scope = CallScope::keys;
    ok(runtime.consent().answer(answer));
    CHECK(runtime.call(call_of("pay", R"({"account":"a","amount":9})")).success);
    CHECK_FALSE(runtime.call(call_of("pay", R"({"account":"c"})")).success);
}

TEST_CASE("a call with a secret is allowed by its keys where it was asked, and only there") {
    Contract contract = by_account();
    contract.secret_arguments = {"/pin"};
    Keys program(contract);
    program.propose(R"({"account":"a","pin":"1234"})");
    const auto shown = program.prompter.questions().back().request;
    CHECK_FALSE(shown.consent_keys.empty());
    const auto elsewhere = ok(program.runtime().consent().question(shown.approval_id));
    CHECK(elsewhere.consent_keys.empty());
    CHECK(elsewhere.always_keys_would_store.empty());
    program.answer(Answer::allow_always, CallScope::keys);
    CHECK(program.reply.success);
    program.propose(R"({"account":"a","pin":"5678"})");
    CHECK(program.seen->calls == 2);
    CHECK(program.prompter.count() == 1);
}

TEST_CASE("an explanation knows of a grant by keys") {
    Program program;
    program.add(by_account());
    Runtime& runtime = program.runtime();
    const auto grant = ok(runtime.consent().grant({"", "pay"}, keys_of(R"({"account":"a"})"), {}));
    const auto same = runtime.consent().explain(call_of("pay", R"({"account":"a","amount":2})"));
    REQUIRE(same.has_value());
    CHECK(same->decision.source_id == grant.id);
    const auto other = runtime.consent().explain(call_of("pay", R"({"account":"b"})"));
    REQUIRE(other.has_value());
    CHECK(other->decision.effect == Policy::confirm);
}

TEST_CASE("a record without the real values of the keys allows nothing by them") {
    Program program;
    program.hook()->record = [](std::string_view field, const std::string&) {
        return field == "arguments" ? std::optional<std::string>(R"({"account":"hidden"})")
                                    : std::nullopt;
    };
    program.add(by_account());
    Runtime& runtime = program.runtime();
    const ToolResult asked = runtime.call(call_of("pay", R"({"account":"a"})"));
    ApprovalAnswer answer;
    answer.approval = asked.approval;
    answer.answer = Answer::allow_always;
    answer.scope = CallScope::keys;
    CHECK(runtime.consent().answer(answer).error().code == Errc::invalid_argument);
    CHECK(ok(program.store->permissions()).empty());
}

TEST_CASE(
    "of several grants one by keys is spent after one of exact arguments, before the tool's") {
    Program program;
    program.add(by_account());
    Runtime& runtime = program.runtime();
    GrantTerms exact = keys_of(R"({"account":"a"})");
    exact.keys_only = false;
    exact.uses = 1;
    GrantTerms keys = keys_of(R"({"account":"a"})");
    keys.uses = 1;
    const std::string whole = ok(runtime.consent().grant({"", "pay"}, {.uses = 1}, {})).id;
    const std::string by_keys = ok(runtime.consent().grant({"", "pay"}, keys, {})).id;
    const std::string by_value = ok(runtime.consent().grant({"", "pay"}, exact, {})).id;
    std::vector<std::string> spent;
    for (int i = 0; i < 3; ++i) {
        CHECK(runtime.call(call_of("pay", R"({"account":"a"})")).success);
        spent.push_back(program.of_kind(EntryKind::intent).back().decision->source_id);
    }
    CHECK(spent == std::vector<std::string>{by_value, by_keys, whole});
}

TEST_CASE("a grant by keys covers the undo of a call with the same values") {
    Program program;
    Contract contract = by_account();
    contract.has_undo = true;
    const auto seen = program.add(contract);
    Runtime& runtime = program.runtime();
    ok(runtime.consent().grant({"", "pay"}, keys_of(R"({"account":"a"})"), {}));
    auto request = undo_of(runtime.call(call_of("pay", R"({"account":"a","amount":4})")));
    request.proposer.kind = Proposer::Kind::model;
    CHECK(runtime.undo(request).success);
    CHECK(seen->undos == 1);
}

}  // namespace iam::test
