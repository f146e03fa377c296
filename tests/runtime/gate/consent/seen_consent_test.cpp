// Consent counts for the tool, the policy and the freeze that a person saw.
// Tests of runtime/src/gate/consent/{consent_by_hand,freeze}.cpp.
#include "../fixture.hpp"
#include <support/interrupted_store.hpp>

namespace iam::test {
namespace {

const ToolId k_mail{"mail", "send"};

Contract mail_contract(const std::string& version) {
    Contract contract = contract_of(k_mail.name, version);
    contract.id = k_mail;
    return contract;
}

/// A program with the tool `echo`, whose state another program changes.
struct ChangedElsewhere {
    FakeEntropy entropy{};
    std::shared_ptr<InterruptedStore> store{
        std::make_shared<InterruptedStore>(store::make_memory_store(entropy))};
    Program program{store};
    Program elsewhere{store};

    ChangedElsewhere() {
        program.add(contract_of("echo"));
        elsewhere.add(contract_of("echo"));
    }
    gate::Consent consent() { return program.runtime().consent(); }
    gate::Consent consent_elsewhere() { return elsewhere.runtime().consent(); }
};

gate::SeenPolicy seen_policy(std::optional<Policy> stored) {
    return {.contract = contract_of("echo").digests.consent, .stored = stored};
}

}  // namespace

TEST_CASE("a grant for a tool that has changed since it was seen is refused (W17)") {
    Program program;
    program.add(contract_of("echo"));
    const GrantTerms terms{.seen_contract = contract_of("echo").digests.consent};
    program.replace(contract_of("echo", "2"));
    CHECK(code_of(program.runtime().consent().grant(k_echo, terms)) == Errc::conflict);
    CHECK(ok(program.runtime().consent().grants()).empty());
    CHECK(program.entries().empty());
    program.replace(contract_of("echo"));
    CHECK(ok(program.runtime().consent().grant(k_echo, terms)).consent_digest ==
          terms.seen_contract);
}

TEST_CASE("a policy for a tool that has changed since it was seen is refused (W17)") {
    Program program;
    program.add(mail_contract("1"));
    const gate::SeenPolicy seen{.contract = mail_contract("1").digests.consent};
    program.replace(mail_contract("2"));
    gate::Consent consent = program.runtime().consent();
    for (const Policy policy : {Policy::allow, Policy::confirm})
        CHECK(code_of(consent.set_policy(k_mail, policy, {}, seen)) == Errc::conflict);
    CHECK(code_of(consent.set_policy(k_mail, {}, {}, seen)) == Errc::conflict);
    CHECK(program.entries().empty());
    ok_void(consent.set_policy(k_mail, Policy::deny));
    program.replace(mail_contract("1"));
    ok_void(consent.set_policy(k_mail, Policy::allow, {}, seen));
    ok_void(program.registry.remove(k_mail));
    CHECK(code_of(consent.set_policy(k_mail, {}, {}, seen)) == Errc::not_found);
}

TEST_CASE(
    "a policy that is stored meanwhile is not overwritten by a change of the seen one (W17)") {
    ChangedElsewhere watched;
    SECTION("before the change begins") {
        ok_void(watched.consent_elsewhere().set_policy(k_echo, Policy::deny));
    }
    SECTION("between its check and its commit") {
        watched.store->interrupt(
            [&] { ok_void(watched.consent_elsewhere().set_policy(k_echo, Policy::deny)); });
    }
    CHECK(code_of(watched.consent().set_policy(k_echo, Policy::allow, {}, seen_policy({}))) ==
          Errc::conflict);
    CHECK(ok(watched.consent().stored_policy(k_echo)) == Policy::deny);
    ok_void(watched.consent().set_policy(k_echo, Policy::allow, {}, seen_policy(Policy::deny)));
    CHECK(ok(watched.consent().stored_policy(k_echo)) == Policy::allow);
}

TEST_CASE("a thaw of the seen freeze ends no other one (W17)") {
    ChangedElsewhere watched;
    const auto seen = ok(watched.consent().freeze("first"));
    const auto freeze_again = [&] { ok(watched.consent_elsewhere().freeze("second")); };
    SECTION("before the thaw begins") {
        freeze_again();
    }
    SECTION("between its check and its commit") {
        watched.store->interrupt(freeze_again);
    }
    CHECK(code_of(watched.consent().thaw("mended", {}, seen)) == Errc::conflict);
    const auto second = ok(watched.consent().frozen());
    REQUIRE(second);
    CHECK(second->reason == "second");
    ok_void(watched.consent().thaw("mended", {}, second));
    CHECK_FALSE(ok(watched.consent().frozen()));
}

}  // namespace iam::test
