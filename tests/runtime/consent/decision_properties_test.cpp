// Laws of the decision on random worlds: denials only tighten, and no order of records matters.
#include <iam/consent/decision.hpp>
#include <iam/consent/rules.hpp>
#include <support/fake_clock.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <string>

using namespace iam::consent;
using namespace iam::test;
using iam::Contract;
using iam::Policy;
using iam::Subject;

namespace {

constexpr int k_worlds = 4'000;

/// Records from few values each, so that many of them match the call.
class RandomWorld {
 public:
    explicit RandomWorld(std::uint64_t seed) : random_(seed) {
        contract.id = some_tool();
        contract.digests.consent = digest_of("contract");
        contract.policy = maybe_policy();
        standing.stored_policy = maybe_policy();
        settings = {policy(), chance(2)};
        for (auto n = below(5); n > 0; --n) standing.grants.push_back(grant());
        for (auto n = below(4); n > 0; --n) standing.permissions.push_back(permission(chance(2)));
    }

    Facts facts() const {
        Facts facts{
            .contract = contract, .subject = subject, .arguments_digest = &arguments, .now = now};
        facts.keys_digest = &keys;
        return facts;
    }
    Decision decided() const { return decide(facts(), standing, settings, {}).decision; }

    Grant grant() {
        Grant made = grant_of(id());
        made.user = name("u");
        made.workspace = name("w");
        if (chance(3)) made.session = name("s");
        if (chance(3)) made.agent = name("a");
        if (chance(8)) made.consent_digest = digest_of("old contract");
        if (chance(3)) made.match = exact();
        if (chance(3)) made.uses = static_cast<std::uint32_t>(below(3));
        if (chance(2)) made.deadline = deadline();
        return made;
    }
    Permission permission(bool allow) {
        Permission made = permission_of(id(), allow);
        made.user = name("u");
        made.workspace = name("w");
        if (chance(8)) made.consent_digest = digest_of("old contract");
        if (chance(3)) made.match = exact();
        if (chance(2) && allow) made.expires = deadline();
        return made;
    }
    std::mt19937_64& random() { return random_; }

    iam::Moment now = FakeClock().now();
    Contract contract{};
    Subject subject{"u", "w", "s", "a"};
    iam::Digest arguments = digest_of("arguments");
    iam::Digest keys = digest_of("keys");
    Standing standing{};
    Settings settings{};

 private:
    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    bool chance(std::uint64_t one_in) { return below(one_in) == 0; }
    Policy policy() { return static_cast<Policy>(below(3)); }
    std::optional<Policy> maybe_policy() {
        if (chance(3)) return std::nullopt;
        return policy();
    }
    std::string id() { return std::to_string(next_id_++ * 7919 % 1000); }
    std::string name(std::string own) { return chance(6) ? "other" : std::move(own); }
    Match exact() {
        if (chance(3)) return {Match::Kind::keys, chance(2) ? keys : digest_of("other keys")};
        return {Match::Kind::exact, chance(2) ? arguments : digest_of("other arguments")};
    }
    Deadline deadline() {
        iam::Moment set = now;
        set.wall += std::chrono::seconds(static_cast<int>(below(20)) - 10);
        set.boot += std::chrono::seconds(static_cast<int>(below(20)) - 10);
        if (chance(4)) set.boot_id = "another boot";
        return deadline_after(set, std::chrono::seconds(static_cast<int>(below(20)) - 5));
    }

    std::mt19937_64 random_;
    unsigned next_id_ = 1;
};

/// 0 runs, 1 asks, 2 denies.
int strictness(Policy policy) {
    return static_cast<int>(policy);
}

template <class Check>
void for_random_worlds(Check check) {
    for (std::uint64_t seed = 0; seed < k_worlds; ++seed) {
        RandomWorld world(seed);
        if (!check(world)) FAIL_CHECK("seed " << seed);
    }
}

}  // namespace

TEST_CASE("the policies are ordered from the loosest to the strictest") {
    CHECK(strictness(Policy::allow) < strictness(Policy::confirm));
    CHECK(strictness(Policy::confirm) < strictness(Policy::deny));
}

TEST_CASE("XC09: adding a deny never loosens") {
    for_random_worlds([](RandomWorld& world) {
        const int before = strictness(world.decided().effect);
        RandomWorld changed = world;
        changed.standing.permissions.push_back(changed.permission(false));
        if (strictness(changed.decided().effect) < before) return false;
        changed = world;
        changed.standing.stored_policy = Policy::deny;
        if (strictness(changed.decided().effect) < before) return false;
        changed = world;
        changed.contract.policy = Policy::deny;
        // Whatever stood there, a compiled deny is final.
        return changed.decided().effect == Policy::deny;
    });
}

TEST_CASE("adding a grant or an allow never tightens") {
    for_random_worlds([](RandomWorld& world) {
        const int before = strictness(world.decided().effect);
        RandomWorld changed = world;
        changed.standing.grants.push_back(changed.grant());
        if (strictness(changed.decided().effect) > before) return false;
        changed = world;
        changed.standing.permissions.push_back(changed.permission(true));
        return strictness(changed.decided().effect) <= before;
    });
}

TEST_CASE("the order of records does not matter") {
    for_random_worlds([](RandomWorld& world) {
        const Decision before = world.decided();
        for (int i = 0; i < 4; ++i) {
            auto& standing = world.standing;
            std::shuffle(standing.grants.begin(), standing.grants.end(), world.random());
            std::shuffle(standing.permissions.begin(), standing.permissions.end(), world.random());
            if (!(world.decided() == before)) return false;
        }
        return true;
    });
}

TEST_CASE("a record that does not cover the call does not change the decision") {
    for_random_worlds([](RandomWorld& world) {
        const Decision before = world.decided();
        const Facts facts = world.facts();
        Standing covering = world.standing;
        std::erase_if(covering.grants, [&](const Grant& grant) { return !covers(grant, facts); });
        std::erase_if(covering.permissions,
                      [&](const Permission& each) { return !covers(each, facts); });
        return decide(facts, covering, world.settings, {}).decision == before;
    });
}

TEST_CASE("what is denied outright is denied for whatever arguments") {
    for_random_worlds([](RandomWorld& world) {
        const auto outright = denied_outright(world.facts(), world.standing, world.settings, {});
        if (!outright) return true;
        for (const char* arguments : {"arguments", "other arguments", "new ones"}) {
            world.arguments = digest_of(arguments);
            world.keys = digest_of(std::string(arguments) == "arguments" ? "keys" : "other keys");
            if (world.decided().effect != Policy::deny) return false;
        }
        return true;
    });
}

TEST_CASE("grants that end, run out or are bound to other contracts never make a call run") {
    for_random_worlds([](RandomWorld& world) {
        world.standing.permissions.clear();
        for (Grant& grant : world.standing.grants) {
            if (grant.deadline)
                grant.deadline->wall = world.now.wall;
            else
                grant.uses = 0;
        }
        Standing without = world.standing;
        without.grants.clear();
        return world.decided() == decide(world.facts(), without, world.settings, {}).decision;
    });
}
