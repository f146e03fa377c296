// Consent by hand: policies, grants, permissions, approvals; and hooks that decide.
#include "fixture.hpp"

namespace iam::test {
namespace {

using consent::Answer;
using consent::Decision;
using consent::Source;

std::optional<Decision> allow_it(const CallView&, const Decision&) {
    return Decision{Policy::allow, Source::nobody, "", ""};
}

std::optional<Decision> confirm_it(const CallView&, const Decision&) {
    return Decision{Policy::confirm, Source::nobody, "", "The amount is large."};
}

}  // namespace

TEST_CASE("a policy is stored, read, recorded and removed", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    CHECK_FALSE(ok(runtime.stored_policy(k_echo)).has_value());
    Subject ann;
    ann.user = "ann";
    ok_void(runtime.set_policy(k_echo, Policy::allow, ann));
    CHECK(ok(runtime.stored_policy(k_echo)) == Policy::allow);
    CHECK(runtime.call(call_of("echo")).success);
    const auto entry = program.of_kind(EntryKind::policy).at(0);
    CHECK(entry.policy == Policy::allow);
    CHECK(entry.subject.user == "ann");
    ok_void(runtime.set_policy(k_echo, std::nullopt));
    CHECK_FALSE(ok(runtime.stored_policy(k_echo)).has_value());
    CHECK(runtime.call(call_of("echo")).code == code::confirmation_required);
}

TEST_CASE("consent needs a contract: a grant for an unknown tool is not_found", "[consent]") {
    Program program;
    CHECK(code_of(program.runtime().grant_once(k_echo)) == Errc::not_found);
    CHECK(code_of(program.runtime().peek(k_echo)) == Errc::not_found);
}

TEST_CASE("revoking a tool or all never takes a denial away, revoking by id does", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const std::string approval = runtime.call(call_of("echo")).approval;
    ok(runtime.answer(answer_to(approval, Answer::deny_always)));
    ok(runtime.grant_once(k_echo));
    CHECK(ok(runtime.revoke_tool(k_echo)).count() == 1);
    CHECK(ok(runtime.revoke_all()).count() == 0);
    CHECK(runtime.call(call_of("echo")).code == code::policy_denied);
    ok(runtime.revoke(ok(runtime.permissions()).at(0).id));
    CHECK(runtime.call(call_of("echo")).code == code::confirmation_required);
    CHECK(program.of_kind(EntryKind::revocation).size() == 2);
}

TEST_CASE("an answer is recorded with who gave it, and given once", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const std::string approval = runtime.call(call_of("echo")).approval;
    const auto given = ok(runtime.answer(answer_to(approval, Answer::allow_once)));
    CHECK(given.state == consent::ApprovalState::given);
    CHECK(given.approver->login == "ann");
    CHECK(code_of(runtime.answer(answer_to(approval, Answer::deny_once))) == Errc::conflict);
    CHECK(ok(runtime.pending_approvals()).empty());
    const auto entry = program.of_kind(EntryKind::approval).at(1);
    CHECK(entry.answer == "allow_once");
    CHECK(entry.approver->channel == "test");
    CHECK(code_of(runtime.answer(answer_to("x", Answer::allow_once))) == Errc::not_found);
    CHECK(code_of(runtime.answer(answer_to(approval, Answer::none))) == Errc::invalid_argument);
}

TEST_CASE("an allow always from elsewhere is judged by the contract", "[consent]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.hints.destructive = true;
    program.add(contract);
    const std::string approval = program.runtime().call(call_of("echo")).approval;
    CHECK(code_of(program.runtime().answer(answer_to(approval, Answer::allow_always))) ==
          Errc::invalid_argument);
    Program without_tools(program.store);
    CHECK(code_of(without_tools.runtime().answer(answer_to(approval, Answer::allow_always))) ==
          Errc::invalid_argument);
    CHECK(ok(program.runtime().pending_approvals()).size() == 1);
    ok(without_tools.runtime().answer(answer_to(approval, Answer::allow_once)));
    CHECK(program.runtime().call(call_of("echo"), with_approval(approval)).success);
}

TEST_CASE("a withdrawn or expired approval is stale", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const std::string withdrawn = runtime.call(call_of("echo")).approval;
    ok_void(runtime.withdraw(withdrawn));
    CHECK(runtime.call(call_of("echo"), with_approval(withdrawn)).code == code::stale_approval);
    const std::string expired = runtime.call(call_of("echo")).approval;
    program.clock.advance(program.settings.approval_lifetime);
    CHECK(ok(runtime.pending_approvals()).empty());
    CHECK(code_of(runtime.answer(answer_to(expired, Answer::allow_once))) == Errc::conflict);
    CHECK(ok(program.store->approval(expired))->state == consent::ApprovalState::expired);
}

TEST_CASE("a refused approval is user_denied", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    const std::string approval = program.runtime().call(call_of("echo")).approval;
    ok(program.runtime().answer(answer_to(approval, Answer::deny_once)));
    CHECK(program.runtime().call(call_of("echo"), with_approval(approval)).code ==
          code::user_denied);
}

TEST_CASE("neither confirmation nor approval nor permission lifts a deny", "[consent]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const std::string approval = runtime.call(call_of("echo")).approval;
    ok(runtime.answer(answer_to(approval, Answer::allow_always)));
    ok_void(runtime.set_policy(k_echo, Policy::deny));
    CHECK(runtime.call(call_of("echo"), confirmed()).code == code::policy_denied);
    CHECK(runtime.call(call_of("echo"), with_approval(approval)).code == code::policy_denied);
    CHECK(seen->calls == 0);
}

TEST_CASE("no hook lifts a person's deny always, and an untrusted one lifts nothing", "[consent]") {
    Program program;
    const auto hooks = program.hook();
    program.add(contract_of("echo"));
    CHECK(program.runtime().call(call_of("echo")).code == code::confirmation_required);
    hooks->resolve = allow_it;
    const std::string approval = program.runtime().call(call_of("echo")).approval;
    REQUIRE_FALSE(approval.empty());
    hooks->loosens = true;
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(program.of_kind(EntryKind::intent).at(0).decision->source_id == "hooks");
    ok(program.runtime().answer(answer_to(approval, Answer::deny_always)));
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    // Nor where another denial stands before it.
    ok_void(program.runtime().set_policy(k_echo, Policy::deny));
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    Contract compiled = contract_of("echo");
    compiled.policy = Policy::deny;
    program.replace(compiled);
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
}

TEST_CASE("a hook that wants a confirmation is not settled by a grant or a permission",
          "[consent]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always, Answer::allow_once});
    program.hook()->resolve = confirm_it;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    ok(runtime.grant_once(k_echo));
    CHECK(runtime.call(call_of("echo")).code == code::no_decision);
    CHECK_FALSE(program.prompter.questions().at(0).request.always_refused_because.empty());
    CHECK(runtime.call(call_of("echo")).success);
    CHECK(ok(runtime.grants()).size() == 1);
}

TEST_CASE("a hook that agrees with a grant leaves the grant to be spent", "[consent]") {
    Program program;
    program.hook()->resolve = allow_it;
    program.add(contract_of("echo"));
    ok(program.runtime().grant_once(k_echo));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(ok(program.runtime().grants()).empty());
}

TEST_CASE("a grant is not spent where the policy allows anyway", "[consent]") {
    Program program;
    program.add_allowed("echo");
    ok(program.runtime().grant_once(k_echo));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(ok(program.runtime().grants()).size() == 1);
}

TEST_CASE("a grant that is spent no longer keeps a stored deny from being told first",
          "[consent]") {
    Program program;
    program.settings.consent.grants_override_deny = true;
    program.add(contract_of("echo"));
    ok_void(program.runtime().set_policy(k_echo, Policy::deny));
    ok(program.runtime().grant_once(k_echo));
    CHECK(program.runtime().call(call_of("echo", R"({"bad":1})")).code == code::invalid_arguments);
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(program.runtime().call(call_of("echo", R"({"bad":1})")).code == code::policy_denied);
}

TEST_CASE("a permission remembers when it was last used", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const std::string approval = runtime.call(call_of("echo")).approval;
    ok(runtime.answer(answer_to(approval, Answer::allow_always)));
    program.clock.advance(std::chrono::hours(1));
    CHECK(runtime.call(call_of("echo")).success);
    CHECK(ok(runtime.permissions()).at(0).last_used == program.clock.now().wall);
}

TEST_CASE("a listener's handle may outlive the runtime", "[consent]") {
    Program program;
    program.add_allowed("echo");
    int heard = 0;
    std::shared_ptr<void> handle =
        program.runtime().on_change([&heard](const ledger::StoredEntry&) { ++heard; });
    program.runtime().call(call_of("echo"));
    program.made.reset();
    program.runtime().call(call_of("echo"));
    CHECK(heard == 2);
    handle.reset();
}

TEST_CASE("a listener whose handle died hears nothing more", "[consent]") {
    Program program;
    program.add_allowed("echo");
    int heard = 0;
    auto handle = program.runtime().on_change([&heard](const ledger::StoredEntry&) { ++heard; });
    handle.reset();
    program.runtime().call(call_of("echo"));
    CHECK(heard == 0);
}

}  // namespace iam::test
