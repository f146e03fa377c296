// Rules at the gate: looked up for every call, on the value that runs.
// Tests of runtime/src/gate/consent/explain.cpp and runtime/src/gate/engine/basis.cpp.
#include "../fixture.hpp"
#include <iam/consent/rules_file.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::test;
using consent::Answer;
using consent::RuleScope;

namespace {

int count_of(std::string_view text, std::string_view part) {
    int count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
    return count;
}

/// What a host's files would give.
class Rules final : public consent::RuleSource {
 public:
    std::shared_ptr<const consent::RuleBook> current() override { return book_; }

    /// The members of one rule; all else as it was.
    void set(RuleScope scope, const std::string& members, const std::string& tool = "echo") {
        const auto read = consent::read_rules(
            R"({"iam":1,"rules":[{"id":"r","tool":")" + tool + "\"," + members + "}]}",
            "rules.json", scope);
        REQUIRE(read);
        book_ = std::make_shared<consent::RuleBook>(*read, std::vector<consent::RuleFailure>{});
    }
    void fail(RuleScope scope, bool last_good) {
        book_ = std::make_shared<consent::RuleBook>(
            book_ ? book_->rules() : std::vector<consent::Rule>{},
            std::vector<consent::RuleFailure>{{scope, "rules.json", "it is broken.", last_good}});
    }
    void clear() { book_ = nullptr; }

 private:
    std::shared_ptr<const consent::RuleBook> book_{};
};

struct Ruled {
    Rules rules{};
    Program program{};
    std::shared_ptr<Seen> seen{};

    Ruled() {
        program.rules = &rules;
        seen = program.add_allowed("echo");
    }
    /// A hook that may loosen, and says this of every call.
    void loosen_to(Policy effect) {
        const auto hook = program.hook();
        hook->loosens = true;
        hook->resolve = [effect](const CallView&, const consent::Decision&) {
            return consent::Decision{.effect = effect, .reason = "fine"};
        };
    }
    /// How many entries have a decision. The reason of each has to say `part` so often.
    int reasons_that_say(std::string_view part, int times = 1) {
        int decided = 0;
        for (const auto& entry : program.entries()) {
            if (!entry.decision) continue;
            ++decided;
            INFO(entry.decision->reason);
            CHECK(count_of(entry.decision->reason.english(), part) == times);
        }
        return decided;
    }
    std::string code_of(const std::string& arguments = "{}", CallOptions options = {}) {
        return program.runtime().call(call_of("echo", arguments), std::move(options)).code;
    }
};

}  // namespace

TEST_CASE("XC18: a rule that changes holds from the next call on") {
    Ruled ruled;
    CHECK(ruled.code_of().empty());
    ruled.rules.set(RuleScope::user, R"("effect":"deny")");
    CHECK(ruled.code_of() == code::policy_denied);
    ruled.rules.set(RuleScope::user, R"("effect":"confirm")");
    CHECK(ruled.code_of() == code::confirmation_required);
    ruled.rules.clear();
    CHECK(ruled.code_of().empty());
    CHECK(ruled.seen->calls == 2);
}

TEST_CASE("XB05: a rule looks at the value that runs, defaults applied") {
    Ruled ruled;
    ruled.rules.set(RuleScope::user, R"("effect":"deny","where":[{"argument":"/n","eq":1}])");
    CHECK(ruled.code_of() == code::policy_denied);
    CHECK(ruled.code_of(R"({"n":1.0})") == code::policy_denied);
    CHECK(ruled.code_of(R"({"n":2})").empty());
    CHECK(ruled.seen->arguments == R"({"n":2})");
}

TEST_CASE("a tool that a rule denies whatever the arguments says so before they are read") {
    Ruled ruled;
    ruled.rules.set(RuleScope::managed, R"("effect":"deny")");
    CHECK(ruled.code_of(R"({"bad":1})") == code::policy_denied);
    CHECK(ruled.seen->prepares == 0);
    ruled.rules.set(RuleScope::managed, R"("effect":"deny","where":[{"argument":"/n","eq":5}])");
    CHECK(ruled.code_of(R"({"bad":1})") == code::invalid_arguments);
}

TEST_CASE("the ledger says which rule decided, of which file and line") {
    Ruled ruled;
    ruled.rules.set(RuleScope::managed, R"("effect":"deny","reason":"Not here.")");
    const auto result = ruled.program.runtime().call(call_of("echo"));
    CHECK(result.message == "The managed rule \"r\" (rules.json:1:19) denies it: Not here.");
    const auto entries = ruled.program.of_kind(EntryKind::decision);
    REQUIRE(entries.size() == 1);
    REQUIRE(entries[0].decision);
    CHECK(entries[0].decision->source == consent::Source::rule);
    CHECK(entries[0].decision->source_id == "r");
    CHECK(entries[0].decision->place == "rules.json:1:19");
}

TEST_CASE("XC09: an interceptor that may loosen lifts a user's rule and never a managed one") {
    Ruled ruled;
    ruled.loosen_to(Policy::allow);
    ruled.rules.set(RuleScope::user, R"("effect":"deny")");
    CHECK(ruled.code_of().empty());
    ruled.rules.set(RuleScope::managed, R"("effect":"deny")");
    CHECK(ruled.code_of() == code::policy_denied);
    ruled.rules.set(RuleScope::managed, R"("effect":"deny","where":[{"argument":"/n","eq":1}])");
    CHECK(ruled.code_of() == code::policy_denied);
    for (const char* asks : {R"("effect":"confirm")", R"("effect":"confirm","only_person":true)"}) {
        ruled.rules.set(RuleScope::managed, asks);
        const auto asked = ruled.program.runtime().call(call_of("echo"));
        CHECK(asked.code == code::confirmation_required);
        ok(ruled.program.runtime().consent().answer(answer_to(asked.approval, Answer::allow_once)));
        CHECK(ruled.code_of("{}", with_approval(asked.approval)).empty());
    }
    ruled.rules.fail(RuleScope::managed, false);
    CHECK(ruled.code_of() == code::policy_denied);
}

TEST_CASE("XC09: a managed rule that asks is not got around by way of a denial that a hook lifts") {
    Ruled ruled;
    ruled.loosen_to(Policy::allow);
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm")");
    ok_void(ruled.program.runtime().consent().set_policy(k_echo, Policy::deny));
    CHECK(ruled.code_of() == code::policy_denied);
    CHECK(ruled.seen->calls == 0);
    ruled.rules.clear();
    CHECK(ruled.code_of().empty());
}

TEST_CASE("an interceptor may turn a denial into a question where a managed rule asks") {
    Ruled ruled;
    ruled.loosen_to(Policy::confirm);
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm")");
    ok_void(ruled.program.runtime().consent().set_policy(k_echo, Policy::deny));
    CHECK(ruled.code_of() == code::confirmation_required);
}

TEST_CASE(
    "where a managed rule asks, further calls cannot be allowed, and where a rule of the user "
    "does, they can") {
    const auto scope = GENERATE(RuleScope::managed, RuleScope::user);
    Ruled ruled;
    ruled.program.with_prompter = true;
    ruled.program.prompter.script({Answer::allow_once});
    ruled.rules.set(scope, R"("effect":"confirm")");
    CHECK(ruled.code_of().empty());
    const auto request = ruled.program.prompter.questions().at(0).request;
    CHECK(request.further_refused_because.empty() == (scope == RuleScope::user));
}

TEST_CASE("where a rule asks, an allow always could not take effect and is not offered") {
    Ruled ruled;
    ruled.program.with_prompter = true;
    ruled.program.prompter.script({Answer::allow_once});
    ruled.rules.set(RuleScope::user, R"("effect":"confirm")");
    CHECK(ruled.code_of().empty());
    const auto questions = ruled.program.prompter.questions();
    REQUIRE(questions.size() == 1);
    CHECK(questions[0].request.always_refused_because.english().find("rules.json:1:19") !=
          std::string::npos);
}

TEST_CASE("a grant answers a user's rule that asks and is spent, a managed rule goes on asking") {
    Ruled ruled;
    ok(ruled.program.runtime().consent().grant_once(k_echo));
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm")");
    CHECK(ruled.code_of() == code::confirmation_required);
    CHECK(ok(ruled.program.runtime().consent().grants()).size() == 1);
    ruled.rules.set(RuleScope::user, R"("effect":"confirm")");
    CHECK(ruled.code_of().empty());
    CHECK(ok(ruled.program.runtime().consent().grants()).empty());
    CHECK(ruled.code_of() == code::confirmation_required);
}

TEST_CASE("a host's word that somebody agreed is not enough where a managed rule wants a person") {
    Ruled ruled;
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm")");
    CHECK(ruled.code_of("{}", confirmed()).empty());
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm","only_person":true)");
    const auto result = ruled.program.runtime().call(call_of("echo"), confirmed());
    CHECK(result.code == code::confirmation_required);
    ok(ruled.program.runtime().consent().answer(answer_to(result.approval, Answer::allow_once)));
    CHECK(ruled.code_of("{}", with_approval(result.approval)).empty());
    CHECK(ruled.seen->calls == 2);
}

TEST_CASE("the outlook of an undo says whether a managed rule has a person asked about it (W36)") {
    Ruled ruled;
    ruled.program.replace(undoable("echo"));
    const ToolResult done = ruled.program.runtime().call(call_of("echo"), confirmed());
    const auto wants_person = [&] {
        const auto outlook = ruled.program.runtime().explain_undo(undo_of(done));
        REQUIRE(outlook);
        return outlook->wants_person;
    };
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm")");
    CHECK_FALSE(wants_person());
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm","only_person":true)");
    CHECK(wants_person());
    CHECK(ruled.program.runtime().undo(undo_of(done)).code == code::confirmation_required);
}

TEST_CASE("a program's answer is no person's, and none where a managed rule wants a person") {
    Ruled ruled;
    auto& runtime = ruled.program.runtime();
    const auto ask = [&] { return runtime.call(call_of("echo")).approval; };
    const auto answer_as_program = [&](const std::string& approval, Answer answer) {
        auto given = answer_to(approval, answer);
        given.principal = Proposer::Kind::program;
        return runtime.consent().answer(given);
    };
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm")");
    const std::string approval = ask();
    for (const Answer always : {Answer::allow_always, Answer::deny_always}) {
        CHECK(code_of(answer_as_program(approval, always)) == Errc::invalid_argument);
    }
    CHECK(ok(answer_as_program(approval, Answer::allow_once)).approver->login.empty());
    CHECK(ruled.program.of_kind(EntryKind::approval).back().approver->kind ==
          consent::ApproverKind::program);
    CHECK(ruled.code_of("{}", with_approval(approval)).empty());
    const auto reason = ruled.program.of_kind(EntryKind::intent).back().decision->reason;
    CHECK(reason == "A program approved exactly this call.");
    const std::string refused = ask();
    ok(answer_as_program(refused, Answer::deny_once));
    CHECK(runtime.call(call_of("echo"), with_approval(refused)).message ==
          "A program refused this call.");

    const std::string before = ask();
    ok(answer_as_program(before, Answer::allow_once));
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm","only_person":true)");
    CHECK(ruled.code_of("{}", with_approval(before)) == code::stale_approval);
    const std::string asked = ask();
    CHECK(code_of(answer_as_program(asked, Answer::allow_once)) == Errc::invalid_argument);
    ok(runtime.consent().answer(answer_to(asked, Answer::allow_once)));
    CHECK(ruled.code_of("{}", with_approval(asked)).empty());
    CHECK(ruled.seen->calls == 2);
}

TEST_CASE("XB01 a repeated call takes up no program's answer if a managed rule wants a person") {
    Ruled ruled;
    auto& runtime = ruled.program.runtime();
    CallOptions repeated;
    repeated.takes_open_question = true;
    repeated.confirmed = true;
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm")");
    const std::string by_program = runtime.call(call_of("echo")).approval;
    auto given = answer_to(by_program, Answer::allow_once);
    given.principal = Proposer::Kind::program;
    ok(runtime.consent().answer(given));
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm","only_person":true)");
    const ToolResult asked = runtime.call(call_of("echo"), repeated);
    CHECK(asked.code == code::confirmation_required);
    CHECK(asked.approval != by_program);
    CHECK(runtime.call(call_of("echo"), repeated).approval == asked.approval);
    ok(runtime.consent().answer(answer_to(asked.approval, Answer::allow_once)));
    CHECK(runtime.call(call_of("echo"), repeated).success);
    CHECK(ruled.seen->calls == 1);
}

TEST_CASE("a program does not answer where nothing here can tell whether a rule wants a person") {
    Ruled ruled;
    Contract contract = contract_of("login");
    contract.secret_arguments = {"/pin"};
    ruled.program.add(contract);
    ruled.rules.set(RuleScope::managed,
                    R"("effect":"confirm","only_person":true,"where":[{"argument":"/pin","eq":1}])",
                    "login");
    auto& runtime = ruled.program.runtime();
    auto given =
        answer_to(runtime.call(call_of("login", R"({"pin":2})")).approval, Answer::allow_once);
    given.principal = Proposer::Kind::program;
    CHECK(code_of(runtime.consent().answer(given)) == Errc::invalid_argument);
    ok_void(ruled.program.registry.remove({"", "login"}));
    CHECK(code_of(runtime.consent().answer(given)) == Errc::invalid_argument);
}

TEST_CASE("a program's answer from elsewhere does not end a question that wants a person") {
    Ruled ruled;
    ruled.program.with_prompter = true;
    ruled.program.prompter.hold();
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm")");
    ToolResult result;
    ruled.program.runtime().submit(call_of("echo"),
                                   [&](ToolResult answered) { result = std::move(answered); });
    const std::string asked = ruled.program.prompter.questions().at(0).request.approval_id;
    auto given = answer_to(asked, Answer::allow_once);
    given.principal = Proposer::Kind::program;
    ok(ruled.program.runtime().consent().answer(given));
    // The rule comes before the call takes the answer up.
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm","only_person":true)");
    ruled.program.prompter.release(0, Answer::none);
    CHECK(result.code == code::stale_approval);
    CHECK(ruled.seen->calls == 0);
}

TEST_CASE("a program answers the question of an undo, unless a managed rule wants a person") {
    Ruled ruled;
    const auto seen = ruled.program.add(undoable("note"));
    auto& runtime = ruled.program.runtime();
    auto request = undo_of(runtime.call(call_of("note")));
    request.proposer.kind = Proposer::Kind::model;
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm","only_person":true)", "note");
    const std::string asked = runtime.undo(request).approval;
    auto given = answer_to(asked, Answer::allow_once);
    given.principal = Proposer::Kind::program;
    CHECK(code_of(runtime.consent().answer(given)) == Errc::invalid_argument);
    CHECK(seen->undos == 0);
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm")", "note");
    ok(runtime.consent().answer(given));
    request.options.approval = asked;
    CHECK(runtime.undo(request).code.empty());
    CHECK(seen->undos == 1);
}

TEST_CASE("a person's undo is its own consent, except where a managed rule wants a person asked") {
    Ruled ruled;
    ruled.program.add(undoable("note"));
    const auto undo = [&](CallOptions options = {}) {
        auto request = undo_of(ruled.program.runtime().call(call_of("note")));
        request.proposer.kind = Proposer::Kind::person;
        request.options = std::move(options);
        return request;
    };
    const auto request = undo();
    const auto other = undo(confirmed());
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm","only_person":true)", "note");
    const auto asked = ruled.program.runtime().undo(request);
    CHECK(asked.code == code::confirmation_required);
    CHECK(ruled.program.runtime().undo(other).code == code::confirmation_required);
    ruled.rules.set(RuleScope::managed, R"("effect":"deny")", "note");
    CHECK(ruled.program.runtime().undo(request).code == code::policy_denied);
    ruled.rules.set(RuleScope::managed, R"("effect":"confirm")", "note");
    CHECK(ruled.program.runtime().undo(request).success);
}

TEST_CASE("a rule about a secret argument counts against an undo, which does not know the secret") {
    Ruled ruled;
    Contract contract = undoable("login");
    contract.secret_arguments = {"/accounts/*/pin"};
    Functions functions;
    functions.call = [](std::string_view, Context&) { return Reply::done("1"); };
    ruled.program.add(contract, functions);
    const auto result = ruled.program.runtime().call(
        call_of("login", R"({"accounts":[{"name":"ann","pin":4711}]})"));
    REQUIRE(result.success);
    const auto undo = [&](const std::string& condition) {
        ruled.rules.set(RuleScope::managed, R"("effect":"deny","where":[)" + condition + "]",
                        "login");
        return ruled.program.runtime().undo(undo_of(result));
    };
    for (const char* condition : {R"({"argument":"/accounts/0/pin","eq":4711})",
                                  R"({"argument":"/accounts/0/pin/part","eq":4711})",
                                  R"({"argument":"/accounts","eq":[]})"}) {
        INFO(condition);
        CHECK(undo(condition).code == code::policy_denied);
    }
    CHECK(undo(R"({"argument":"/accounts/0/name","eq":"bob"})").success);
}

TEST_CASE("XB13: a rule that comes up while a question is open stops the approved call") {
    Ruled ruled;
    ruled.program.with_prompter = true;
    ruled.program.prompter.script({Answer::allow_once});
    ruled.program.prompter.while_shown = [&](const consent::PromptRequest&) {
        ruled.rules.set(RuleScope::user, R"("effect":"deny")");
    };
    ruled.rules.set(RuleScope::user, R"("effect":"confirm")");
    CHECK(ruled.code_of() == code::policy_denied);
    CHECK(ruled.seen->calls == 0);
}

TEST_CASE("XC14: while a file of rules does not load each entry of a call says so") {
    Ruled ruled;
    ruled.rules.set(RuleScope::user, R"("effect":"allow")");
    ruled.rules.fail(RuleScope::user, true);
    CHECK(ruled.code_of().empty());
    ruled.rules.fail(RuleScope::user, false);
    CHECK(ruled.code_of() == code::confirmation_required);
    CHECK(ruled.code_of("{}", confirmed()).empty());
    CHECK(ruled.reasons_that_say("rules.json cannot be taken up") == 4);
}

TEST_CASE("XC14: where a hook decides, the entry says as well that a file does not load") {
    Ruled ruled;
    const auto hook = ruled.program.hook();
    ruled.rules.set(RuleScope::user, R"("effect":"allow")");
    ruled.rules.fail(RuleScope::user, true);
    hook->resolve = [](const CallView&, const consent::Decision&) {
        return std::optional(consent::Decision{.effect = Policy::deny, .reason = "not now"});
    };
    CHECK(ruled.code_of() == code::policy_denied);
    hook->resolve = nullptr;
    hook->before = [](const CallView&, const consent::Decision&) {
        ToolResult veto;
        veto.code = "not_now";
        veto.message = "not now";
        return std::optional(veto);
    };
    CHECK(ruled.code_of() == "not_now");
    const auto entries = ruled.program.of_kind(EntryKind::decision);
    REQUIRE(entries.size() == 2);
    for (const auto& entry : entries) {
        INFO(entry.decision->reason);
        CHECK(entry.decision->reason.english().find("not now The user rules in rules.json") == 0);
    }
}

TEST_CASE("XC14: a secret of the call that stands in the note as well is not recorded with it") {
    Ruled ruled;
    Contract contract = contract_of("login");
    contract.secret_arguments = {"/pin"};
    ruled.program.add(contract);
    ruled.program.hook();
    ruled.rules.set(RuleScope::user, R"("effect":"confirm")", "login");
    ruled.rules.fail(RuleScope::user, true);
    auto& runtime = ruled.program.runtime();
    CHECK(runtime.call(call_of("login", R"({"pin":"it is broken"})")).code ==
          code::confirmation_required);
    CHECK(ruled.reasons_that_say("rules.json cannot be taken up") == 2);
    CHECK(ruled.reasons_that_say("it is broken", 0) == 2);
}

TEST_CASE("a time of the day counts at each call, also where the standing is known") {
    Ruled ruled;
    ruled.rules.set(RuleScope::user, R"("effect":"deny","time":{"from":"00:00","to":"12:00"})");
    ruled.program.clock.set_wall(std::chrono::sys_days(std::chrono::days(20'000)) +
                                 std::chrono::hours(11));
    CHECK(ruled.code_of() == code::policy_denied);
    ruled.program.clock.advance(std::chrono::hours(2));
    CHECK(ruled.code_of().empty());
}

TEST_CASE("explain says what decides and which rules speak, and leaves no trace") {
    Ruled ruled;
    ruled.rules.set(RuleScope::user, R"("effect":"deny","where":[{"argument":"/n","eq":5}])");
    auto& runtime = ruled.program.runtime();
    auto why = runtime.consent().explain(call_of("echo", R"({"n":5})"));
    REQUIRE(why);
    CHECK(why->decision.effect == Policy::deny);
    REQUIRE(why->rules.size() == 1);
    CHECK(why->rules[0].speaks);
    CHECK(why->rules[0].place == "rules.json:1:19");
    why = runtime.consent().explain(call_of("echo", R"({"n":6})"));
    REQUIRE(why);
    CHECK(why->decision.source == consent::Source::compiled_policy);
    CHECK_FALSE(why->rules.at(0).speaks);
    CHECK(runtime.consent().explain(call_of("echo", R"({"bad":6})")).error().code ==
          code::invalid_arguments);
    CHECK(runtime.consent().explain(call_of("nothing")).error().code == code::tool_not_found);
    ruled.rules.set(RuleScope::user, R"("effect":"deny")");
    why = runtime.consent().explain(call_of("echo", R"({"bad":6})"));
    REQUIRE(why);
    CHECK(why->decision.effect == Policy::deny);
    CHECK(ruled.program.entries().empty());
    CHECK(ruled.seen->calls == 0);
}

TEST_CASE("explain does not promise a grant that was spent") {
    Ruled ruled;
    ruled.program.add(contract_of("note"));
    auto& runtime = ruled.program.runtime();
    ok(runtime.consent().grant_once({"", "note"}));
    auto why = runtime.consent().explain(call_of("note"));
    REQUIRE(why);
    CHECK(why->decision.source == consent::Source::grant);
    CHECK(runtime.call(call_of("note")).success);
    why = runtime.consent().explain(call_of("note"));
    REQUIRE(why);
    CHECK(why->decision.effect == Policy::confirm);
}
