// What a change of a tool does to consent given before, by the rules of iam-schema.
// Tests of runtime/src/gate/consent/{contract_changes,judge_change}.cpp.
#include "../fixture.hpp"
#include <iam/contract/digests.hpp>

namespace {

using namespace iam;
using namespace iam::test;
using consent::Answer;

/// What the tests change of the tool "pay".
struct Terms {
    int maximum = 100;
    bool read_only = true;
    std::string symbol = "pay";
};

Contract pay(const Terms& terms) {
    Contract contract;
    contract.id = ToolId{"", "pay"};
    contract.hints.read_only = terms.read_only;
    const Json input{
        {"type", "object"},
        {"properties", {{"n", {{"type", "integer"}, {"minimum", 0}, {"maximum", terms.maximum}}}}},
        {"additionalProperties", false}};
    OrderedJson tool{{"name", "pay"},
                     {"inputSchema", OrderedJson::parse(input.dump())},
                     {"annotations", {{"readOnlyHint", terms.read_only}}}};
    contract::Facts stated;
    stated.hints_stated.read_only = terms.read_only;
    contract.digests = ok(contract::digests(input, nullptr, stated, tool));
    tool["_meta"]["iam/contract"] = {{"hints_stated", true},
                                     {"symbol", terms.symbol},
                                     {"digests",
                                      {{"wire", contract.digests.wire.hex()},
                                       {"consent", contract.digests.consent.hex()},
                                       {"behaviour", contract.digests.behaviour.hex()}}}};
    contract.document = tool.dump();
    return contract;
}

/// Publishes no bound, as of numbers beyond 2^53.
Contract pay_published_wider(const Terms& terms) {
    Contract contract = pay(terms);
    OrderedJson tool = OrderedJson::parse(contract.document);
    OrderedJson full{{"inputSchema", tool["inputSchema"]}};
    tool["inputSchema"]["properties"]["n"] = {{"type", "integer"}};
    contract.document = tool.dump();
    contract.full_schemas = full.dump();
    return contract;
}

const ToolId k_pay{"", "pay"};

ToolResult call_pay(Program& program, const std::string& arguments = "{}") {
    return program.runtime().call(call_of("pay", arguments));
}

const std::string k_raised =
    "Argument \"n\": maximum raised or removed: was {\"maximum\":100}, is {\"maximum\":200}. A "
    "maximum is what keeps an amount small: a grant now covers larger ones.";

}  // namespace

TEST_CASE("a change that takes nothing from a grant keeps it, for its value and its uses") {
    Program program;
    program.add(pay({}));
    GrantTerms exact;
    exact.arguments = R"({"n":7})";
    exact.uses = 1;
    ok(program.runtime().consent().grant(k_pay, exact, {}));
    program.replace(pay({.maximum = 50}));
    CHECK(ok(program.runtime().consent().grants()).size() == 1);
    CHECK(call_pay(program, R"({"n":8})").code == code::confirmation_required);
    CHECK(call_pay(program, R"({"n":7})").success);
    const auto intent = program.of_kind(EntryKind::intent).at(0);
    CHECK(intent.decision->source == consent::Source::grant);
    CHECK(intent.decision->reason ==
          "A grant allows it. What changed of the tool since takes nothing from it.");
    CHECK(call_pay(program, R"({"n":7})").code == code::confirmation_required);
}

TEST_CASE("a tool that publishes wider schemas is judged by its full ones") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always, Answer::deny_once});
    program.add(pay_published_wider({}));
    CHECK(call_pay(program).success);
    program.replace(pay_published_wider({.maximum = 50}));
    CHECK(call_pay(program).success);
    CHECK(program.prompter.count() == 1);
    program.replace(pay_published_wider({.maximum = 200}));
    CHECK_FALSE(call_pay(program).success);
    REQUIRE(program.prompter.count() == 2);
    CHECK(english(program.prompter.questions().at(1).request.changes) ==
          std::vector<std::string>{k_raised});
}

TEST_CASE("a change that takes nothing from an answer keeps it") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always});
    program.add(pay({}));
    CHECK(call_pay(program).success);
    program.replace(pay({.maximum = 50}));
    CHECK(call_pay(program).success);
    CHECK(program.prompter.count() == 1);
    CHECK(ok(program.runtime().consent().permissions()).size() == 1);
    CHECK(ok(program.runtime().consent().peek(k_pay)).effect == Policy::allow);
}

TEST_CASE(
    "a change that widens a tool suspends what was allowed, and the question says what it is") {
    Program program;
    program.with_prompter = true;
    program.add(pay({}));
    ok(program.runtime().consent().grant_until_cleared(k_pay));
    program.replace(pay({.maximum = 200}));
    CHECK(call_pay(program).code == code::no_decision);
    const consent::PromptRequest asked = program.prompter.questions().at(0).request;
    CHECK(english(asked.changes) == std::vector<std::string>{k_raised});
    CHECK(asked.decision.reason ==
          "The host's default policy wants each call of this tool confirmed. What was allowed of "
          "it before does not count any more, since the tool has changed.");
    CHECK(ok(program.runtime().consent().grants()).empty());
    CHECK(program.of_kind(EntryKind::revocation).empty());
    program.replace(pay({}));
    CHECK(call_pay(program).success);
}

TEST_CASE("of two changes at once, one of which keeps a grant, the other one counts") {
    Program program;
    program.add(pay({}));
    ok(program.runtime().consent().grant_until_cleared(k_pay));
    program.replace(pay({.maximum = 50}));
    CHECK(call_pay(program).success);
    program.replace(pay({.maximum = 50, .read_only = false}));
    CHECK(call_pay(program).code == code::confirmation_required);
    CHECK(ok(program.runtime().consent().grants()).empty());
    // What is granted from now on is granted to the tool as it is, and counts beside it.
    GrantTerms once;
    once.uses = 1;
    ok(program.runtime().consent().grant(k_pay, once, {}));
    CHECK(call_pay(program).success);
    CHECK(call_pay(program).code == code::confirmation_required);
}

TEST_CASE("what changed is on record with the question, for whoever answers it elsewhere") {
    Program here;
    here.add(pay({}));
    ok(here.runtime().consent().grant_until_cleared(k_pay));
    here.replace(pay({.maximum = 200}));
    const ToolResult waiting = call_pay(here);
    Program there(here.store);
    there.add(pay({.maximum = 200}));
    CHECK(english(ok(there.runtime().consent().question(waiting.approval)).changes) ==
          std::vector<std::string>{k_raised});
}

TEST_CASE("a change that breaks what was promised revokes what was allowed, also for later") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always, Answer::deny_once});
    program.add(pay({}));
    CHECK(call_pay(program).success);
    const auto grant = ok(program.runtime().consent().grant_until_cleared(k_pay));
    const auto permission = ok(program.runtime().consent().permissions()).at(0);
    program.replace(pay({.read_only = false}));
    CHECK(call_pay(program).code == code::user_denied);
    const auto changes = program.prompter.questions().at(1).request.changes;
    REQUIRE(changes.size() == 1);
    CHECK(changes[0].english().find("read-only") != std::string::npos);
    const auto ended = program.of_kind(EntryKind::revocation);
    REQUIRE(ended.size() == 2);
    CHECK(ended[0].grant == grant.id);
    CHECK(ended[1].permission == permission.id);
    CHECK(ended[1].tool == k_pay);
    CHECK(ok(program.store->grants()).empty());
    CHECK(ok(program.store->permissions()).empty());
    program.replace(pay({}));
    CHECK(call_pay(program).code == code::no_decision);
}

TEST_CASE("the record of a revocation by a change says which") {
    Program program;
    program.add(pay({}));
    ok(program.runtime().consent().grant_until_cleared(k_pay));
    program.replace(pay({.read_only = false}));
    call_pay(program);
    std::string message;
    for (const ledger::StoredEntry& entry : program.stored_entries()) {
        if (ok(ledger::decode(entry.text)).entry.kind == EntryKind::revocation)
            message = program.payload(to_string(entry.id), "message").value_or("none");
    }
    CHECK(message.rfind("The tool has changed. ", 0) == 0);
    CHECK(message.find("read-only") != std::string::npos);
}

TEST_CASE("a denial outlives a change that revokes what was allowed") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::deny_always});
    program.add(pay({}));
    call_pay(program);
    program.replace(pay({.read_only = false}));
    CHECK(call_pay(program).code == code::policy_denied);
    CHECK(ok(program.runtime().consent().permissions()).size() == 1);
}

TEST_CASE("what was allowed under a contract that nobody kept is suspended") {
    Program program;
    program.settings.audit = false;
    program.with_prompter = true;
    program.add(pay({}));
    ok(program.runtime().consent().grant_until_cleared(k_pay));
    program.replace(pay({.maximum = 50}));
    CHECK(call_pay(program).code == code::no_decision);
    CHECK(english(program.prompter.questions().at(0).request.changes) ==
          std::vector<std::string>{"What changed is not known here."});
}

TEST_CASE("a contract that is not the one of its digest proves nothing") {
    Program program;
    Contract forged = pay({.maximum = 50});
    forged.digests = pay({}).digests;
    program.add(std::move(forged));
    ok(program.runtime().consent().grant_until_cleared(k_pay));
    program.replace(pay({.maximum = 50, .symbol = "other"}));
    CHECK(call_pay(program).code == code::confirmation_required);
}

TEST_CASE("nobody hears of a change that concerns what somebody else was allowed") {
    Program program;
    program.with_prompter = true;
    program.add(pay({}));
    Subject ben;
    ben.session = "of ben";
    ok(program.runtime().consent().grant_until_cleared(k_pay, ben));
    program.replace(pay({.maximum = 200}));
    CHECK(call_pay(program).code == code::no_decision);
    CHECK(program.prompter.questions().at(0).request.changes.empty());
}

TEST_CASE("an explanation tells of a change and ends nothing") {
    Program program;
    program.add(pay({}));
    ok(program.runtime().consent().grant_until_cleared(k_pay));
    program.replace(pay({.read_only = false}));
    const auto explained = program.runtime().consent().explain(call_of("pay"));
    REQUIRE(explained.has_value());
    CHECK(explained->decision.reason.english().find("since the tool has changed") !=
          std::string::npos);
    CHECK(ok(program.store->grants()).size() == 1);
}

TEST_CASE("a kept grant lifts a stored denial where the host says so") {
    Program program;
    program.settings.consent.grants_override_deny = true;
    program.add(pay({}));
    ok(program.runtime().consent().grant_until_cleared(k_pay));
    ok_void(program.runtime().consent().set_policy(k_pay, Policy::deny));
    program.replace(pay({.maximum = 50}));
    CHECK(call_pay(program).success);
    program.replace(pay({.maximum = 200}));
    CHECK(call_pay(program).code == code::policy_denied);
}

TEST_CASE("a deny always of exact arguments outlives every change of the tool") {
    Program program;
    program.with_prompter = true;
    program.prompter.hold();
    program.add(pay({}));
    program.runtime().submit(call_of("pay", R"({"n":7})"), [](ToolResult) {});
    const auto question = program.prompter.questions().back();
    auto reply = ScriptedPrompter::reply_to(question.request, Answer::deny_always);
    reply.scope = consent::CallScope::arguments;
    question.on_reply(reply);
    program.replace(pay({.maximum = 200}));
    CHECK(call_pay(program, R"({"n":7})").code == code::policy_denied);
    ok(program.runtime().consent().grant_until_cleared(k_pay, {}));
    CHECK(call_pay(program, R"({"n":7})").code == code::policy_denied);
    CHECK(call_pay(program, R"({"n":8})").success);
    program.made.reset();
}

TEST_CASE("a change that takes nothing from a grant keeps it for its consent keys") {
    const auto by_n = [](const Terms& terms) {
        Contract contract = pay(terms);
        contract.consent_keys = {"/n"};
        return contract;
    };
    Program program;
    program.add(by_n({}));
    GrantTerms keys;
    keys.arguments = R"({"n":7})";
    keys.keys_only = true;
    ok(program.runtime().consent().grant(k_pay, keys, {}));
    program.replace(by_n({.maximum = 50}));
    CHECK(call_pay(program, R"({"n":8})").code == code::confirmation_required);
    CHECK(call_pay(program, R"({"n":7})").success);
    // Without the key nobody can tell what was meant.
    program.replace(pay({.maximum = 40}));
    CHECK(call_pay(program, R"({"n":7})").code == code::confirmation_required);
}
