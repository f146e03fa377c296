// Lists of all consent, the outlook of policies, and the person named by changes.
// Tests of runtime/src/gate/consent/held_consent.cpp.
#include "../fixture.hpp"
#include <iam/consent/rules_file.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::test;
using consent::Answer;
using gate::ConsentState;

namespace {

struct OneBook final : consent::RuleSource {
    std::shared_ptr<const consent::RuleBook> book{};
    std::shared_ptr<const consent::RuleBook> current() override { return book; }
    void set(consent::RuleScope scope, const std::string& members) {
        const auto read = consent::read_rules(
            R"({"iam":1,"rules":[{"id":"r","tool":"echo",)" + members + "}]}", "rules.json", scope);
        REQUIRE(read);
        book = std::make_shared<consent::RuleBook>(*read, std::vector<consent::RuleFailure>{});
    }
};

/// Outlives the runtime.
struct HasBook {
    OneBook one_book{};
};

struct Held : HasBook, Program {
    explicit Held(Contract contract = contract_of("echo")) {
        rules = &one_book;
        add(std::move(contract));
    }
    gate::PolicyOutlook outlook() { return ok(runtime().consent().policy_outlook(k_echo)); }
    /// The effects of the stored policies allow, confirm and deny.
    std::vector<Policy> if_stored() {
        std::vector<Policy> effects;
        for (const consent::Decision& one : outlook().if_stored) effects.push_back(one.effect);
        return effects;
    }
    std::string allow_always() {
        const std::string approval = runtime().call(call_of("echo")).approval;
        ok(runtime().consent().answer(answer_to(approval, Answer::allow_always)));
        return ok(runtime().consent().permissions()).at(0).id;
    }
};

const std::vector<Policy> k_own_effects{Policy::allow, Policy::confirm, Policy::deny};

}  // namespace

TEST_CASE("without rules each stored policy has its own effect (W37)", "[consent]") {
    Held held;
    CHECK(held.if_stored() == k_own_effects);
    CHECK(held.outlook().now.effect == Policy::confirm);
    CHECK_FALSE(held.outlook().stored);
    ok_void(held.runtime().consent().set_policy(k_echo, Policy::allow));
    CHECK(held.outlook().stored == Policy::allow);
    CHECK(held.outlook().now.effect == Policy::allow);
    CHECK(held.if_stored() == k_own_effects);
}

TEST_CASE("a stronger rule is the decision under every weaker policy, with its place (W37)",
          "[consent]") {
    Held held;
    held.one_book.set(consent::RuleScope::managed, R"("effect":"confirm")");
    CHECK(held.if_stored() == std::vector{Policy::confirm, Policy::confirm, Policy::deny});
    const consent::Decision decision = held.outlook().if_stored.at(0);
    CHECK(decision.source == consent::Source::rule);
    CHECK(decision.source_id == "r");
    CHECK(decision.place.find("rules.json:") == 0);
    held.one_book.set(consent::RuleScope::managed, R"("effect":"deny")");
    CHECK(held.if_stored() == std::vector{Policy::deny, Policy::deny, Policy::deny});
}

TEST_CASE("a tool denied by the program stays denied under every policy (W37)", "[consent]") {
    Contract contract = contract_of("echo");
    contract.policy = Policy::deny;
    Held held(contract);
    CHECK(held.if_stored() == std::vector{Policy::deny, Policy::deny, Policy::deny});
}

TEST_CASE("a rule about arguments keeps no policy from its effect, and is told (W37)",
          "[consent]") {
    Held held;
    held.one_book.set(consent::RuleScope::managed,
                      R"("effect":"deny","where":[{"argument":"/path","eq":"a"}])");
    CHECK(held.if_stored() == k_own_effects);
    CHECK(held.outlook().looks_at_calls);
}

TEST_CASE("grants, answers and a freeze do not hide the effect of a policy (W37)", "[consent]") {
    Held held;
    ok_void(held.runtime().consent().set_policy(k_echo, Policy::confirm));
    ok(held.runtime().consent().grant_until_cleared(k_echo));
    CHECK(held.outlook().now.effect == Policy::allow);
    ok(held.runtime().consent().freeze("stop"));
    CHECK(held.outlook().now.effect == Policy::deny);
    CHECK(held.if_stored() == k_own_effects);
}

TEST_CASE("the outlook of an unknown tool is not_found (W37)", "[consent]") {
    Held held;
    CHECK(code_of(held.runtime().consent().policy_outlook(ToolId{"", "nothing"})) ==
          Errc::not_found);
}

TEST_CASE("all permissions are listed, with the reason why some do not count (W37)", "[consent]") {
    Held held;
    held.allow_always();
    const auto state = [&] { return ok(held.runtime().consent().held_permissions()).at(0); };
    CHECK(state().state == ConsentState::holds);
    REQUIRE(state().lapses_at);
    ok(held.runtime().consent().extend(state().record.id, std::nullopt));
    held.clock.advance(std::chrono::days(31));
    CHECK(state().state == ConsentState::lapsed);
    CHECK(ok(held.runtime().consent().permissions()).empty());
}

TEST_CASE("a permission past its end is listed as ended (C68)", "[consent]") {
    Held held;
    const std::string id = held.allow_always();
    ok(held.runtime().consent().shorten(id, std::chrono::hours(1)));
    held.clock.advance(std::chrono::hours(1));
    CHECK(ok(held.runtime().consent().held_permissions()).at(0).state == ConsentState::ended);
    CHECK(held.runtime().call(call_of("echo")).code == code::confirmation_required);
}

TEST_CASE("a grant past its end is listed as ended (W37)", "[consent]") {
    Held held;
    ok(held.runtime().consent().grant_for(k_echo, std::chrono::minutes(5)));
    CHECK(ok(held.runtime().consent().held_grants()).at(0).state == ConsentState::holds);
    held.clock.advance(std::chrono::minutes(5));
    CHECK(ok(held.runtime().consent().held_grants()).at(0).state == ConsentState::ended);
    CHECK(ok(held.runtime().consent().grants()).empty());
}

TEST_CASE("consent under a changed tool is listed as changed, with a sentence (W37)", "[consent]") {
    Held held;
    held.allow_always();
    Contract changed = contract_of("echo");
    changed.digests.consent.bytes.at(0) ^= 1U;
    REQUIRE(held.registry.remove(k_echo));
    held.add(changed);
    const auto one = ok(held.runtime().consent().held_permissions()).at(0);
    CHECK(one.state == ConsentState::changed);
    CHECK_FALSE(one.changes.empty());
    CHECK_FALSE(held.outlook().changes.empty());
}

TEST_CASE("the entry of each change names the person and the place (C71)", "[consent]") {
    Held held;
    consent::Approver person;
    person.login = "ann";
    person.channel = "web";
    gate::Consent by = held.runtime().consent().as(person);
    ok_void(by.set_policy(k_echo, Policy::confirm));
    ok(by.revoke(ok(by.grant_once(k_echo)).id));
    const std::string permission = held.allow_always();
    ok(by.shorten(permission, std::chrono::hours(1)));
    ok(by.freeze("stop"));
    ok_void(by.thaw("go"));
    for (const EntryKind kind : {EntryKind::policy, EntryKind::grant, EntryKind::revocation,
                                 EntryKind::freeze, EntryKind::thaw}) {
        const auto entries = held.of_kind(kind);
        CAPTURE(to_string(kind));
        REQUIRE_FALSE(entries.empty());
        REQUIRE(entries.at(0).approver);
        CHECK(entries.at(0).approver->channel == "web");
        CHECK(entries.at(0).approver->login == "ann");
    }
    const auto ends = held.of_kind(EntryKind::permission);
    CHECK(ends.at(ends.size() - 1).approver == person);
    ok_void(held.runtime().consent().set_policy(k_echo, std::nullopt));
    CHECK_FALSE(held.of_kind(EntryKind::policy).at(1).approver);
}
