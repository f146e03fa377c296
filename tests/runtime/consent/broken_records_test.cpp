// Records that do not bear the seal of their store: none loosens, and what may have denied denies.
#include <iam/consent/decision.hpp>
#include <iam/consent/rules.hpp>
#include <support/fake_clock.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <string>

using namespace iam::consent;
using namespace iam::test;
using iam::Contract;
using iam::Policy;
using iam::Subject;
using iam::ToolId;

namespace {

using BrokenKind = BrokenRecord::Kind;

struct BrokenWorld {
    Contract contract{};
    Subject subject{"u", "w", "", ""};
    iam::Digest arguments = digest_of("arguments");
    Standing standing{};

    BrokenWorld() {
        contract.id = some_tool();
        contract.policy = Policy::allow;
        contract.digests.consent = digest_of("contract");
    }
    Ruling ruled() const {
        return decide({.contract = contract,
                       .subject = subject,
                       .arguments_digest = &arguments,
                       .now = FakeClock().now()},
                      standing, {}, {});
    }
};

BrokenRecord broken_one(BrokenKind kind, ToolId tool = some_tool()) {
    return {.kind = kind,
            .id = kind == BrokenKind::policy ? "" : "x",
            .tool = std::move(tool),
            .user = "u",
            .workspace = "w"};
}

}  // namespace

TEST_CASE("XC16 a broken policy or permission of the tool denies, and no hook loosens that") {
    BrokenWorld world;
    const auto kind = GENERATE(BrokenKind::policy, BrokenKind::permission);
    world.standing.broken = {broken_one(kind)};
    const Ruling ruling = world.ruled();
    CHECK(ruling.decision.effect == Policy::deny);
    CHECK(ruling.floor == Policy::deny);
    CHECK(ruling.decision.reason.english().find("changed past the program") != std::string::npos);
    CHECK(denied_outright({.contract = world.contract,
                           .subject = world.subject,
                           .arguments_digest = nullptr,
                           .now = FakeClock().now()},
                          world.standing, {}, {})
              .has_value());
}

TEST_CASE("XC16 a broken policy or permission elsewhere has what would run asked about") {
    BrokenWorld world;
    SECTION("of another tool") {
        world.standing.broken = {
            broken_one(GENERATE(BrokenKind::policy, BrokenKind::permission), {"", "other"})};
    }
    SECTION("of another user") {
        world.standing.broken = {broken_one(BrokenKind::permission)};
        world.subject.user = "v";
    }
    CHECK(world.ruled().decision.effect == Policy::confirm);
    CHECK(world.ruled().floor == Policy::confirm);
    world.contract.policy = Policy::deny;
    CHECK(world.ruled().decision.effect == Policy::deny);
}

TEST_CASE("a broken grant allows nothing, denies nothing, and a question says so") {
    BrokenWorld world;
    world.standing.broken = {broken_one(BrokenKind::grant)};
    CHECK(world.ruled().decision.effect == Policy::allow);
    world.contract.policy = Policy::confirm;
    const Decision decision = world.ruled().decision;
    CHECK(decision.effect == Policy::confirm);
    CHECK(decision.source == Source::compiled_policy);
    CHECK(decision.reason.english().find("The grant x of set_alarm") != std::string::npos);
}

TEST_CASE("which of several broken records is named does not depend on their order") {
    BrokenWorld world;
    world.standing.broken = {broken_one(BrokenKind::permission), broken_one(BrokenKind::policy),
                             broken_one(BrokenKind::permission, {"", "other"})};
    const Decision first = world.ruled().decision;
    std::swap(world.standing.broken.front(), world.standing.broken.back());
    CHECK(world.ruled().decision == first);
    CHECK(first.source == Source::stored_policy);
}
