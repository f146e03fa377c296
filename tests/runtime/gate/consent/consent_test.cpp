// Consent by hand: policies, grants, permissions, approvals; and hooks that decide.
// Tests of runtime/src/gate/consent/{consent_by_hand,lasting_consent,permission_end}.cpp.
// Tests of runtime/src/gate/consent/revocations.cpp and runtime/src/gate/engine/listeners.cpp.
#include "../fixture.hpp"

namespace iam::test {
namespace {

using consent::Answer;
using consent::Decision;
using consent::Source;

std::optional<Decision> allow_it(const CallView&, const Decision&) {
    return Decision{.effect = Policy::allow, .source = Source::nobody};
}

std::optional<Decision> confirm_it(const CallView&, const Decision&) {
    return Decision{
        .effect = Policy::confirm, .source = Source::nobody, .reason = "The amount is large."};
}

}  // namespace

TEST_CASE("a policy is stored, read, recorded and removed", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    CHECK_FALSE(ok(runtime.consent().stored_policy(k_echo)).has_value());
    Subject ann;
    ann.user = "ann";
    ok_void(runtime.consent().set_policy(k_echo, Policy::allow, ann));
    CHECK(ok(runtime.consent().stored_policy(k_echo)) == Policy::allow);
    CHECK(runtime.call(call_of("echo")).success);
    const auto entry = program.of_kind(EntryKind::policy).at(0);
    CHECK(entry.policy == Policy::allow);
    CHECK(entry.subject.user == "ann");
    ok_void(runtime.consent().set_policy(k_echo, std::nullopt));
    CHECK_FALSE(ok(runtime.consent().stored_policy(k_echo)).has_value());
    CHECK(runtime.call(call_of("echo")).code == code::confirmation_required);
}

TEST_CASE("a grant of some uses is used up, also before its time", "[consent]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    auto& runtime = program.runtime();
    const auto code_now = [&] { return runtime.call(call_of("echo")).code; };
    const auto grant =
        ok(runtime.consent().grant(k_echo, {.uses = 3, .duration = std::chrono::minutes(1)}));
    CHECK(grant.uses == 3U);
    REQUIRE(grant.deadline);
    CHECK(code_now().empty());
    CHECK(code_now().empty());
    CHECK(ok(runtime.consent().grants()).at(0).uses == 1U);
    CHECK(code_now().empty());
    CHECK(code_now() == code::confirmation_required);
    ok(runtime.consent().grant(k_echo, {.uses = 3, .duration = std::chrono::minutes(1)}));
    program.clock.advance(std::chrono::minutes(1));
    CHECK(code_now() == code::confirmation_required);
    CHECK(code_of(runtime.consent().grant(k_echo, {.uses = 0U})) == Errc::invalid_argument);
    CHECK(seen->calls == 3);
}

TEST_CASE("XB01 a grant for exact arguments allows the value that runs and no other",
          "[consent][attacks]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    auto& runtime = program.runtime();
    const auto code_with = [&](const char* arguments) {
        return runtime.call(call_of("echo", arguments)).code;
    };
    GrantTerms terms;
    terms.arguments = R"({"path" : "a"})";
    const auto grant = ok(runtime.consent().grant(k_echo, terms));
    CHECK(grant.match.kind == consent::Match::Kind::exact);
    for (const char* other :
         {"{}", R"({"path":"b"})", R"({"path":"a","n":2})", R"({"path":"a "})"}) {
        CHECK(code_with(other) == code::confirmation_required);
    }
    // However it is spelled, with the default or without.
    CHECK(code_with(R"({"path":"a"})").empty());
    CHECK(code_with(R"({"n":1.0,"path":"\u0061"})").empty());
    CHECK(seen->calls == 2);
    // It is on record what was allowed.
    const auto entry = program.of_kind(EntryKind::grant).at(0);
    CHECK(entry.arguments_digest == grant.match.arguments);
    CHECK(program.payload("0.1", "arguments") == R"({"n":1,"path":"a"})");
}

TEST_CASE("a grant for arguments that the tool does not take is refused", "[consent]") {
    Program program;
    Contract contract = contract_of("login");
    contract.secret_arguments = {"/pin"};
    program.add(contract);
    auto& runtime = program.runtime();
    const ToolId login{"", "login"};
    for (const char* wrong : {"", "[]", R"({"bad":1})", R"({"pin":1,"pin":1})"}) {
        GrantTerms terms;
        terms.arguments = wrong;
        CHECK(code_of(runtime.consent().grant(login, terms)) == Errc::invalid_argument);
    }
    GrantTerms secret;
    secret.arguments = R"({"pin":"1234567"})";
    ok(runtime.consent().grant(login, secret));
    CHECK(runtime.call(call_of("login", R"({"pin":"1234567"})")).code.empty());
    CHECK(runtime.call(call_of("login", R"({"pin":"1234568"})")).code ==
          code::confirmation_required);
    for (const auto& stored : program.stored_entries()) {
        for (const auto& payload : stored.payloads) {
            CHECK(payload.bytes.find("1234567") == std::string::npos);
        }
    }
}

TEST_CASE("consent needs a contract: a grant for an unknown tool is not_found", "[consent]") {
    Program program;
    CHECK(code_of(program.runtime().consent().grant_once(k_echo)) == Errc::not_found);
    CHECK(code_of(program.runtime().consent().peek(k_echo)) == Errc::not_found);
}

TEST_CASE("revoking a tool or all never takes a denial away, revoking by id does", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const std::string approval = runtime.call(call_of("echo")).approval;
    ok(runtime.consent().answer(answer_to(approval, Answer::deny_always)));
    ok(runtime.consent().grant_once(k_echo));
    CHECK(ok(runtime.consent().revoke_tool(k_echo)).count() == 1);
    CHECK(ok(runtime.consent().revoke_all()).count() == 0);
    CHECK(runtime.call(call_of("echo")).code == code::policy_denied);
    ok(runtime.consent().revoke(ok(runtime.consent().permissions()).at(0).id));
    CHECK(runtime.call(call_of("echo")).code == code::confirmation_required);
    CHECK(program.of_kind(EntryKind::revocation).size() == 2);
}

TEST_CASE("an answer is recorded with who gave it, and given once", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const std::string approval = runtime.call(call_of("echo")).approval;
    const auto given = ok(runtime.consent().answer(answer_to(approval, Answer::allow_once)));
    CHECK(given.state == consent::ApprovalState::given);
    CHECK(given.approver->login == "ann");
    CHECK(code_of(runtime.consent().answer(answer_to(approval, Answer::deny_once))) ==
          Errc::conflict);
    CHECK(ok(runtime.consent().pending_approvals()).empty());
    const auto entry = program.of_kind(EntryKind::approval).at(1);
    CHECK(entry.answer == "allow_once");
    CHECK(entry.approver->channel == "test");
    CHECK(code_of(runtime.consent().answer(answer_to("x", Answer::allow_once))) == Errc::not_found);
    CHECK(code_of(runtime.consent().answer(answer_to(approval, Answer::none))) ==
          Errc::invalid_argument);
}

TEST_CASE("an allow always from elsewhere is judged by the contract", "[consent]") {
    Program program;
    Contract contract = contract_of("echo");
    contract.hints.destructive = true;
    program.add(contract);
    const std::string approval = program.runtime().call(call_of("echo")).approval;
    CHECK(code_of(program.runtime().consent().answer(answer_to(approval, Answer::allow_always))) ==
          Errc::invalid_argument);
    Program without_tools(program.store);
    CHECK(code_of(without_tools.runtime().consent().answer(
              answer_to(approval, Answer::allow_always))) == Errc::invalid_argument);
    CHECK(ok(program.runtime().consent().pending_approvals()).size() == 1);
    ok(without_tools.runtime().consent().answer(answer_to(approval, Answer::allow_once)));
    CHECK(program.runtime().call(call_of("echo"), with_approval(approval)).success);
}

TEST_CASE("a withdrawn or expired approval is stale", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const std::string withdrawn = runtime.call(call_of("echo")).approval;
    ok_void(runtime.consent().withdraw(withdrawn));
    CHECK(runtime.call(call_of("echo"), with_approval(withdrawn)).code == code::stale_approval);
    const std::string expired = runtime.call(call_of("echo")).approval;
    program.clock.advance(program.settings.approval_lifetime);
    CHECK(ok(runtime.consent().pending_approvals()).empty());
    CHECK(code_of(runtime.consent().answer(answer_to(expired, Answer::allow_once))) ==
          Errc::conflict);
    CHECK(ok(program.store->approval(expired))->state == consent::ApprovalState::expired);
}

TEST_CASE("a refused approval is user_denied", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    const std::string approval = program.runtime().call(call_of("echo")).approval;
    ok(program.runtime().consent().answer(answer_to(approval, Answer::deny_once)));
    CHECK(program.runtime().call(call_of("echo"), with_approval(approval)).code ==
          code::user_denied);
}

TEST_CASE("neither confirmation nor approval nor permission lifts a deny", "[consent]") {
    Program program;
    const auto seen = program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const std::string approval = runtime.call(call_of("echo")).approval;
    ok(runtime.consent().answer(answer_to(approval, Answer::allow_always)));
    ok_void(runtime.consent().set_policy(k_echo, Policy::deny));
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
    ok(program.runtime().consent().answer(answer_to(approval, Answer::deny_always)));
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    // Nor where another denial stands before it.
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
    Contract compiled = contract_of("echo");
    compiled.policy = Policy::deny;
    program.replace(compiled);
    CHECK(program.runtime().call(call_of("echo")).code == code::policy_denied);
}

TEST_CASE("C40 an always ends when the settings say, the question says so, and it holds till then",
          "[consent]") {
    Program program;
    program.settings.consent.always_lifetimes.high = std::chrono::hours(5);
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always});
    program.add(contract_of("echo"));
    CHECK(program.runtime().call(call_of("echo")).success);
    const auto end = saturating_add(program.clock.now().wall, std::chrono::hours(5));
    CHECK(program.prompter.questions().at(0).request.always_would_store.english().find(
              to_rfc3339(end)) != std::string::npos);
    CHECK(ok(program.runtime().consent().permissions()).at(0).expires->wall == end);
    program.clock.advance(std::chrono::hours(5) - std::chrono::milliseconds(1));
    CHECK(program.runtime().call(call_of("echo")).success);
    program.clock.advance(std::chrono::milliseconds(1));
    CHECK(program.runtime().call(call_of("echo")).code == code::no_decision);
}

TEST_CASE("C40 an always that was given is made to end sooner", "[consent]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always, Answer::deny_always});
    program.add(contract_of("echo"));
    program.add(contract_of("other"));
    Runtime& runtime = program.runtime();
    CHECK(runtime.call(call_of("echo")).success);
    CHECK(runtime.call(call_of("other")).code == code::user_denied);
    const auto both = ok(runtime.consent().permissions());
    REQUIRE(both.size() == 2);
    const std::string always = both[0].allow ? both[0].id : both[1].id;
    const std::string never = both[0].allow ? both[1].id : both[0].id;
    const auto why_not = [&](const std::string& id, std::chrono::milliseconds duration) {
        return code_of(runtime.consent().shorten(id, duration));
    };
    CHECK(why_not(always, std::chrono::days(7)) == Errc::invalid_argument);
    CHECK(why_not(always, std::chrono::milliseconds::max()) == Errc::invalid_argument);
    CHECK(why_not(always, std::chrono::milliseconds(0)) == Errc::invalid_argument);
    CHECK(why_not(never, std::chrono::hours(1)) == Errc::invalid_argument);
    CHECK(why_not("nothing", std::chrono::hours(1)) == Errc::not_found);
    ok(runtime.consent().shorten(always, std::chrono::hours(2)));
    CHECK(why_not(always, std::chrono::hours(3)) == Errc::invalid_argument);
    const auto recorded = program.of_kind(EntryKind::permission);
    CHECK(recorded.back().permission == always);
    CHECK(runtime.call(call_of("echo")).success);
    program.clock.advance(std::chrono::hours(2));
    CHECK(runtime.call(call_of("echo")).code == code::no_decision);
    CHECK(runtime.call(call_of("other")).code == code::policy_denied);
}

TEST_CASE("C40 an always that holds is made to end later, or by no time", "[consent]") {
    using std::chrono::days;
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always});
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    CHECK(runtime.call(call_of("echo")).success);
    const std::string id = ok(runtime.consent().permissions()).at(0).id;
    const auto why_not = [&](std::optional<std::chrono::milliseconds> duration) {
        return code_of(runtime.consent().extend(id, duration));
    };
    CHECK(why_not(days(7)) == Errc::invalid_argument);
    CHECK(why_not(days(-1)) == Errc::invalid_argument);
    CHECK(code_of(runtime.consent().extend("nothing", days(8))) == Errc::not_found);
    SECTION("not where its tool has changed") {
        program.replace(contract_of("echo", "2"));
        CHECK(why_not(days(20)) == Errc::invalid_argument);
        CHECK(why_not(std::nullopt) == Errc::invalid_argument);
    }
    SECTION("later") {
        ok(runtime.consent().extend(id, days(20), {"ann", "", "", ""}));
        const auto recorded = program.of_kind(EntryKind::permission).back();
        CHECK(recorded.permission == id);
        CHECK(recorded.subject.user == "ann");
        program.clock.advance(days(20) - std::chrono::milliseconds(1));
        CHECK(runtime.call(call_of("echo")).success);
        program.clock.advance(std::chrono::milliseconds(1));
        CHECK(runtime.call(call_of("echo")).code == code::no_decision);
        CHECK(why_not(days(30)) == Errc::invalid_argument);
    }
    SECTION("by no time, as long as somebody uses it") {
        CHECK_FALSE(ok(runtime.consent().extend(id, std::nullopt)).expires.has_value());
        CHECK(why_not(days(400)) == Errc::invalid_argument);
        for (int month = 0; month < 12; ++month) {
            program.clock.advance(days(29));
            CHECK(runtime.call(call_of("echo")).success);
        }
        program.clock.advance(days(30));
        CHECK(runtime.call(call_of("echo")).code == code::no_decision);
        CHECK(why_not(std::nullopt) == Errc::invalid_argument);
    }
    SECTION("and then sooner again") {
        ok(runtime.consent().extend(id, std::nullopt));
        ok(runtime.consent().shorten(id, std::chrono::hours(1)));
        program.clock.advance(std::chrono::hours(1));
        CHECK(runtime.call(call_of("echo")).code == code::no_decision);
    }
    SECTION("not of a tool that destroys, or is not here") {
        Contract contract = contract_of("echo");
        contract.hints.destructive = true;
        program.replace(contract);
        CHECK(why_not(days(20)) == Errc::invalid_argument);
        ok_void(program.registry.remove(k_echo));
        CHECK(why_not(days(20)) == Errc::invalid_argument);
    }
}

TEST_CASE(
    "C40 the settings may have an always last longer, or by no time, and the question says so",
    "[consent]") {
    Program program;
    auto& high = program.settings.consent.always_lifetimes.high;
    SECTION("longer") {
        high = std::chrono::days(29);
    }
    SECTION("by no time") {
        high = consent::k_no_end;
    }
    SECTION("by a time that no clock shows") {
        high = consent::k_no_end - std::chrono::hours(1);
    }
    const bool has_end = high != consent::k_no_end;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always});
    program.add(contract_of("echo"));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK((program.prompter.questions().at(0).request.always_would_store.english().find(
               " until somebody revokes that, unless a change of the tool ends it before or it is "
               "not used for 30 days.") == std::string::npos) == has_end);
    CHECK(ok(program.runtime().consent().permissions()).at(0).expires.has_value() == has_end);
    program.clock.advance(std::chrono::days(29) - std::chrono::milliseconds(1));
    CHECK(program.runtime().call(call_of("echo")).success);
    program.clock.advance(std::chrono::days(31));
    CHECK(program.runtime().call(call_of("echo")).code == code::no_decision);
}

TEST_CASE("a hook that wants a confirmation is not settled by a grant or a permission",
          "[consent]") {
    Program program;
    program.with_prompter = true;
    program.prompter.script({Answer::allow_always, Answer::allow_once});
    program.hook()->resolve = confirm_it;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    ok(runtime.consent().grant_once(k_echo));
    CHECK(runtime.call(call_of("echo")).code == code::no_decision);
    CHECK_FALSE(program.prompter.questions().at(0).request.always_refused_because.empty());
    CHECK(runtime.call(call_of("echo")).success);
    CHECK(ok(runtime.consent().grants()).size() == 1);
}

TEST_CASE("a hook that agrees with a grant leaves the grant to be spent", "[consent]") {
    Program program;
    program.hook()->resolve = allow_it;
    program.add(contract_of("echo"));
    ok(program.runtime().consent().grant_once(k_echo));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(ok(program.runtime().consent().grants()).empty());
}

TEST_CASE("a grant is not spent where the policy allows anyway", "[consent]") {
    Program program;
    program.add_allowed("echo");
    ok(program.runtime().consent().grant_once(k_echo));
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(ok(program.runtime().consent().grants()).size() == 1);
}

TEST_CASE("a grant that is spent no longer keeps a stored deny from being told first",
          "[consent]") {
    Program program;
    program.settings.consent.grants_override_deny = true;
    program.add(contract_of("echo"));
    ok_void(program.runtime().consent().set_policy(k_echo, Policy::deny));
    ok(program.runtime().consent().grant_once(k_echo));
    CHECK(program.runtime().call(call_of("echo", R"({"bad":1})")).code == code::invalid_arguments);
    CHECK(program.runtime().call(call_of("echo")).success);
    CHECK(program.runtime().call(call_of("echo", R"({"bad":1})")).code == code::policy_denied);
}

TEST_CASE("a permission remembers when it was last used, to the minute", "[consent]") {
    Program program;
    program.add(contract_of("echo"));
    Runtime& runtime = program.runtime();
    const std::string approval = runtime.call(call_of("echo")).approval;
    ok(runtime.consent().answer(answer_to(approval, Answer::allow_always)));
    program.clock.advance(std::chrono::hours(1));
    CHECK(runtime.call(call_of("echo")).success);
    const auto last_used = [&] { return ok(runtime.consent().permissions()).at(0).last_used; };
    const auto first = program.clock.now().wall;
    CHECK(last_used() == first);
    for (int i = 0; i < 2; ++i) {
        program.clock.advance(std::chrono::seconds(29));
        CHECK(runtime.call(call_of("echo")).success);
        CHECK(last_used() == first);
    }
    program.clock.advance(std::chrono::seconds(2));
    CHECK(runtime.call(call_of("echo")).success);
    CHECK(last_used() == program.clock.now().wall);
}

TEST_CASE("a listener's handle may outlive the runtime", "[consent]") {
    Program program;
    program.add_allowed("echo");
    int heard = 0;
    std::shared_ptr<void> handle =
        program.runtime().records().listen([&heard](const ledger::StoredEntry&) { ++heard; });
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
    auto handle =
        program.runtime().records().listen([&heard](const ledger::StoredEntry&) { ++heard; });
    handle.reset();
    program.runtime().call(call_of("echo"));
    CHECK(heard == 0);
}

TEST_CASE("an allow always of low risk lapses 30 days after its last use, whoever used it") {
    const auto shared = std::make_shared<Program>();
    Program other(shared->store);
    Contract contract = contract_of("echo");
    contract.hints.read_only = true;
    contract.hints.destructive = false;
    contract.hints.open_world = false;
    shared->add(contract);
    other.add(contract);
    const auto advance = [&](int days) {
        shared->clock.advance(std::chrono::hours(24 * days));
        other.clock.advance(std::chrono::hours(24 * days));
    };
    const std::string question = shared->runtime().call(call_of("echo")).approval;
    ok(shared->runtime().consent().answer(answer_to(question, consent::Answer::allow_always)));
    CHECK(shared->runtime().call(call_of("echo")).success);
    advance(29);
    CHECK(other.runtime().call(call_of("echo")).success);
    advance(29);
    // Here the use of the other one is not known yet, for it moved no epoch.
    CHECK(ok(shared->runtime().consent().permissions()).size() == 1);
    CHECK(shared->runtime().call(call_of("echo")).success);
    advance(30);
    CHECK(ok(shared->runtime().consent().permissions()).empty());
    const ToolResult asked = shared->runtime().call(call_of("echo"));
    CHECK(asked.code == code::confirmation_required);
    ok(shared->runtime().consent().answer(
        answer_to(asked.approval, consent::Answer::allow_always)));
    CHECK(shared->runtime().call(call_of("echo")).success);
    CHECK(ok(shared->store->permissions()).size() == 1);
}

TEST_CASE("what allow always would store names the time after which it lapses, where it can") {
    for (const auto& [unused_max, words] :
         {std::pair(std::chrono::hours(720),
                    ", unless a change of the tool ends it before or it is not used "
                    "for 30 days."),
          std::pair(std::chrono::hours(36),
                    ", unless a change of the tool ends it before or it is not used for "
                    "36 hours."),
          std::pair(std::chrono::hours(24 * 90),
                    ", unless a change of the tool ends it before.")}) {
        Program program;
        program.with_prompter = true;
        program.settings.consent.permission_unused_max = unused_max;
        Contract contract = contract_of("echo");
        contract.hints.read_only = true;
        contract.hints.destructive = false;
        contract.hints.open_world = false;
        program.add(contract);
        program.runtime().call(call_of("echo"));
        const std::string said =
            program.prompter.questions().at(0).request.always_would_store.english();
        INFO(said);
        CHECK(said.find(words) != std::string::npos);
    }
}

TEST_CASE("XC07 what deny always stores is what the question said", "[consent]") {
    Program program;
    program.with_prompter = true;
    program.add(contract_of("echo"));
    Call call = call_of("echo");
    call.subject = {"ann", "shop", "", ""};
    program.prompter.script({Answer::deny_always});
    CHECK(program.runtime().call(call).code == code::user_denied);
    const consent::PromptRequest request = program.prompter.questions().at(0).request;
    CHECK(request.deny_always_would_store ==
          "Deny every call of \"echo\" for the user \"ann\" in the workspace \"shop\" until "
          "somebody revokes that.");
    CHECK(request.deny_always_these_would_store ==
          "Deny every call of \"echo\" with exactly these arguments for the user \"ann\" in the "
          "workspace \"shop\" until somebody revokes that.");
    const auto permission = ok(program.runtime().consent().permissions()).at(0);
    CHECK(permission.match.kind == consent::Match::Kind::tool);
    CHECK(permission.user == "ann");
    CHECK(permission.workspace == "shop");
    CHECK_FALSE(permission.expires);
}

}  // namespace iam::test
