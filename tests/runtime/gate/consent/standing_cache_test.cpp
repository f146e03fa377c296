// Standings that are kept: which changes end them, and that no lagging number decides a call.
// Tests of runtime/src/gate/consent/standing_cache.cpp.
#include "../fixture.hpp"
#include <support/forwarding_store.hpp>

namespace iam::test {
namespace {

using ledger::PutPolicy;

/// Counts the standings that are read and the commits in conflict. On demand its epochs stand
/// still, as those of a store do that has not yet heard of a commit by another process.
class LaggingStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;

    Result<std::uint64_t> epoch(std::string_view scope) override {
        if (!lags) return ForwardingStore::epoch(scope);
        return old_.at(std::string(scope));
    }
    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        auto receipt = ForwardingStore::commit(std::move(batch));
        if (!receipt && receipt.error().code == Errc::conflict) ++conflicts;
        return receipt;
    }
    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) override {
        ++standings;
        return ForwardingStore::standing(tool, subject);
    }
    void begin_to_lag() {
        for (const std::string& scope :
             {std::string(consent::k_all_scope), std::string(consent::k_common_scope),
              consent::subject_scope("", "")})
            old_[scope] = ok(ForwardingStore::epoch(scope));
        lags = true;
    }

    int standings = 0;
    int conflicts = 0;
    bool lags = false;

 private:
    std::map<std::string, std::uint64_t> old_;
};

struct Lagging {
    std::shared_ptr<ledger::Store> elsewhere{store::make_memory_store()};
    std::shared_ptr<LaggingStore> here{std::make_shared<LaggingStore>(elsewhere)};
    Program program{here};

    /// The number of standings that a call reads.
    int read_by_call() {
        const int before = here->standings;
        CHECK(program.runtime().call(call_of("echo")).success);
        return here->standings - before;
    }
};

consent::Grant grant_to(const std::string& user) {
    consent::Grant grant = grant_of("of " + user, k_echo);
    grant.user = user;
    grant.consent_digest = contract_of("echo").digests.consent;
    return grant;
}

}  // namespace

TEST_CASE("a grant to somebody else leaves a standing as it was read", "[consent]") {
    Lagging world;
    world.program.add_allowed("echo");
    CHECK(world.read_by_call() == 1);
    CHECK(world.read_by_call() == 0);
    put(*world.elsewhere, ledger::PutGrant{grant_to("bob")});
    CHECK(world.read_by_call() == 0);
    put(*world.elsewhere, ledger::PutGrant{grant_to("")});
    CHECK(world.read_by_call() == 1);
    put(*world.elsewhere, PutPolicy{{"", "other"}, Policy::deny});
    CHECK(world.read_by_call() == 1);
    CHECK(world.read_by_call() == 0);
}

TEST_CASE("a call allowed by a standing that has ended meanwhile does not run", "[consent]") {
    Lagging world;
    const auto seen = world.program.add_allowed("echo");
    CHECK(world.read_by_call() == 1);
    world.here->begin_to_lag();
    SECTION("a policy denies it") {
        put(*world.elsewhere, PutPolicy{k_echo, Policy::deny});
    }
    SECTION("a person denies it") {
        consent::Permission denial = permission_of("p", false, k_echo);
        put(*world.elsewhere, ledger::PutPermission{denial});
    }
    SECTION("everything is frozen") {
        put(*world.elsewhere, ledger::SetFreeze{consent::Freeze{"why", "ann", {}}});
    }
    CHECK(world.program.runtime().call(call_of("echo")).code == code::policy_denied);
    CHECK(seen->calls == 1);
}

TEST_CASE("a use of a record that this program made is known to its next call", "[consent]") {
    Lagging world;
    world.program.add(contract_of("echo"));
    consent::Grant grant = grant_to("");
    grant.uses = 3;
    put(*world.elsewhere, ledger::PutGrant{grant});
    CHECK(world.read_by_call() == 1);
    CHECK(world.read_by_call() == 1);
    CHECK(ok(world.elsewhere->grants()).at(0).uses == 1U);
    CHECK(world.here->conflicts == 0);
    CHECK(world.program.of_kind(EntryKind::intent).size() == 2);
}

TEST_CASE("no call is denied by a standing that has ended meanwhile", "[consent]") {
    Lagging world;
    world.program.add_allowed("echo");
    put(*world.elsewhere, PutPolicy{k_echo, Policy::deny});
    CHECK(world.program.runtime().call(call_of("echo")).code == code::policy_denied);
    world.here->begin_to_lag();
    put(*world.elsewhere, PutPolicy{k_echo, std::nullopt});
    CHECK(world.program.runtime().call(call_of("echo")).success);
}

TEST_CASE("no value is denied by a standing that has ended meanwhile", "[consent]") {
    Lagging world;
    world.program.with_prompter = true;
    world.program.prompter.hold();
    world.program.add(contract_of("echo"));
    Runtime& runtime = world.program.runtime();
    runtime.submit(call_of("echo"), [](ToolResult) {});
    const auto question = world.program.prompter.questions().back();
    auto reply = ScriptedPrompter::reply_to(question.request, consent::Answer::deny_always);
    reply.scope = consent::CallScope::arguments;
    question.on_reply(reply);
    CHECK(runtime.call(call_of("echo")).code == code::policy_denied);
    world.here->begin_to_lag();
    const std::string id = ok(world.elsewhere->permissions()).at(0).id;
    put(*world.elsewhere, ledger::RemovePermission{id}, ledger::PutGrant{grant_to("")});
    CHECK(runtime.call(call_of("echo")).success);
    world.program.made.reset();
}

}  // namespace iam::test
