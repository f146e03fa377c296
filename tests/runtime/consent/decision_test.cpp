// Single rules of the decision that a table of combinations does not show.
#include <iam/consent/decision.hpp>
#include <iam/consent/rules.hpp>
#include <support/fake_clock.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace iam::consent;
using namespace iam::test;
using iam::Contract;
using iam::Policy;
using iam::Subject;
using std::chrono::minutes;

namespace {

/// A tool whose calls are confirmed, and what stands about it.
struct World {
    FakeClock clock{};
    Contract contract{};
    Subject subject{"u", "w", "s", "a"};
    iam::Digest arguments = digest_of("arguments");
    iam::Digest keys = digest_of("keys");
    Standing standing{};
    Settings settings{};

    World() {
        contract.id = some_tool();
        contract.digests.consent = digest_of("contract");
    }

    Grant grant(std::string id) const {
        Grant made = grant_of(std::move(id));
        made.user = subject.user;
        made.workspace = subject.workspace;
        return made;
    }
    Permission permission(std::string id, bool allow) const {
        Permission made = permission_of(std::move(id), allow);
        made.user = subject.user;
        made.workspace = subject.workspace;
        return made;
    }
    Deadline in(std::chrono::milliseconds duration) const {
        return deadline_after(clock.now(), duration);
    }
    Facts facts() const {
        Facts facts{.contract = contract,
                    .subject = subject,
                    .arguments_digest = &arguments,
                    .now = clock.now()};
        facts.keys_digest = &keys;
        return facts;
    }
    Decision decided() const { return decide(facts(), standing, settings, {}).decision; }
    /// The id of the grant or permission that decides among these.
    std::string decider(std::vector<Grant> grants) {
        standing.grants = std::move(grants);
        return decided().source_id;
    }
};

}  // namespace

TEST_CASE("with nothing said the default decides, and it is to confirm") {
    const World world;
    const Decision decision = world.decided();
    CHECK(decision.effect == Policy::confirm);
    CHECK(decision.source == Source::default_policy);
}

TEST_CASE("XF13 what lets calls run unasked does not let a model take them back unasked") {
    World world;
    const std::string source = GENERATE("stored", "compiled", "default");
    INFO(source);
    if (source == "stored") world.standing.stored_policy = Policy::allow;
    if (source == "compiled") world.contract.policy = Policy::allow;
    if (source == "default") world.settings.default_policy = Policy::allow;
    Facts facts = world.facts();
    const auto decided = [&] { return decide(facts, world.standing, world.settings, {}).decision; };
    CHECK(decided().effect == Policy::allow);
    facts.is_undo_of_model = true;
    CHECK(decided().effect == Policy::confirm);
    CHECK(decided().reason.english().find("asked about") != std::string::npos);
    world.standing.grants = {world.grant("g")};
    CHECK(decided().source_id == "g");
    world.standing.grants.clear();
    world.standing.permissions = {world.permission("always", true)};
    CHECK(decided().source_id == "always");
    world.standing.stored_policy = Policy::deny;
    CHECK(decided().effect == Policy::deny);
}

TEST_CASE("a stored allow for another server's tool counts under its own contract alone") {
    World world;
    world.contract.id.origin = "files";
    world.standing.stored_policy = Policy::allow;
    CHECK(world.decided().effect == Policy::confirm);
    world.standing.policy_contract = digest_of("another");
    const Decision decision = world.decided();
    CHECK(decision.effect == Policy::confirm);
    CHECK(decision.source == Source::default_policy);
    CHECK(decision.reason.english().find("does not count any more") != std::string::npos);
    ContractChanges changes{{digest_of("another"), ChangeEffect::keep, {}}};
    Facts facts = world.facts();
    facts.changes = &changes;
    CHECK(decide(facts, world.standing, world.settings, {}).decision.effect == Policy::allow);
    CHECK(changes_that_matter(facts, world.standing).empty());
    changes[0].effect = ChangeEffect::suspend;
    CHECK(decide(facts, world.standing, world.settings, {}).decision.effect == Policy::confirm);
    CHECK(changes_that_matter(facts, world.standing).size() == 1);
    world.standing.policy_contract = world.contract.digests.consent;
    CHECK(world.decided().source == Source::stored_policy);
    // A program's own tool is trusted by its name.
    world.contract.id.origin.clear();
    world.standing.policy_contract.reset();
    CHECK(world.decided().effect == Policy::allow);
}

TEST_CASE("while everything is frozen every call is denied, whatever allows it") {
    World world;
    world.contract.policy = Policy::allow;
    world.standing.stored_policy = Policy::allow;
    world.standing.grants = {world.grant("g")};
    world.standing.permissions = {world.permission("p", true)};
    CHECK(world.decided().effect == Policy::allow);
    world.settings.grants_override_deny = true;
    world.standing.freeze = Freeze{"it runs wild", "ann", world.clock.now().wall};
    const Ruling ruling = decide(world.facts(), world.standing, world.settings, {});
    CHECK(ruling.decision.effect == Policy::deny);
    CHECK(ruling.decision.source == Source::freeze);
    CHECK(ruling.decision.reason ==
          "Everything is frozen by ann: it runs wild. Nothing runs until a person thaws it.");
    CHECK(ruling.floor == Policy::deny);
    Facts unread = world.facts();
    unread.arguments_digest = nullptr;
    const auto outright = denied_outright(unread, world.standing, world.settings, {});
    REQUIRE(outright.has_value());
    CHECK(outright->decision.source == Source::freeze);
    CHECK(outright->floor == Policy::deny);
}

TEST_CASE("an allow always that nobody used for long has lapsed, counted from its last use") {
    using std::chrono::hours;
    World world;
    world.standing.permissions = {world.permission("p", true)};
    Permission& permission = world.standing.permissions[0];
    permission.expires = world.in(hours(24 * 90));
    const auto effect_after = [&](hours time) {
        Facts facts = world.facts();
        facts.now.wall += time;
        facts.now.boot += time;
        return decide(facts, world.standing, world.settings, {}).decision.effect;
    };
    const hours month(24 * 30);
    CHECK(effect_after(month - hours(1)) == Policy::allow);
    CHECK(effect_after(month) == Policy::confirm);
    permission.last_used = world.clock.now().wall + hours(24);
    CHECK(effect_after(month) == Policy::allow);
    CHECK(effect_after(month + hours(23)) == Policy::allow);
    CHECK(effect_after(month + hours(24)) == Policy::confirm);
    world.settings.permission_unused_max = hours(48);
    CHECK(effect_after(hours(71)) == Policy::allow);
    CHECK(effect_after(hours(72)) == Policy::confirm);
    world.settings.permission_unused_max.reset();
    CHECK(effect_after(hours(24 * 89)) == Policy::allow);
    CHECK(effect_after(hours(24 * 90)) == Policy::confirm);
}

TEST_CASE("a deny always never lapses, and a lapsed permission hides no other one") {
    World world;
    world.contract.policy = Policy::allow;
    world.standing.permissions = {world.permission("never", false)};
    world.standing.permissions[0].last_used = world.clock.now().wall - std::chrono::hours(24 * 900);
    CHECK(world.decided().effect == Policy::deny);
    world.contract.policy.reset();
    Permission exact = world.permission("exact", true);
    exact.match = {Match::Kind::exact, world.arguments};
    exact.last_used = world.clock.now().wall - std::chrono::hours(24 * 31);
    world.standing.permissions = {exact, world.permission("tool", true)};
    CHECK(world.decided().source_id == "tool");
    world.standing.permissions.pop_back();
    CHECK(world.decided().source == Source::default_policy);
    CHECK(
        world.decided().reason ==
        "The host's default policy wants each call of this tool confirmed. An \"allow always\" has "
        "lapsed, since it was not used for long.");
    world.standing.grants = {world.grant("g")};
    CHECK(world.decided().source == Source::grant);
}

TEST_CASE("of several grants the narrowest decides") {
    World world;
    Grant any = world.grant("a");
    any.deadline = world.in(minutes(1));
    Grant session = world.grant("b");
    session.session = "s";
    session.deadline = world.in(minutes(2));
    Grant agent_too = world.grant("c");
    agent_too.session = "s";
    agent_too.agent = "a";
    agent_too.deadline = world.in(minutes(3));
    Grant keys = world.grant("d");
    keys.match = {Match::Kind::keys, world.keys};
    keys.deadline = world.in(minutes(4));
    Grant exact = world.grant("e");
    exact.match = {Match::Kind::exact, world.arguments};
    CHECK(world.decider({any, session, agent_too, keys, exact}) == "e");
    CHECK(world.decider({any, session, agent_too, keys}) == "d");
    CHECK(world.decider({any, session, agent_too}) == "c");
    CHECK(world.decider({any, session}) == "b");
    CHECK(world.decider({any}) == "a");
}

TEST_CASE("of equally narrow grants the earliest deadline decides, then the smallest id") {
    World world;
    Grant open = world.grant("a");
    Grant later = world.grant("b");
    later.deadline = world.in(minutes(9));
    Grant sooner = world.grant("z");
    sooner.deadline = world.in(minutes(5));
    Grant twin = world.grant("y");
    twin.deadline = sooner.deadline;
    CHECK(world.decider({open, later, sooner}) == "z");
    CHECK(world.decider({open, later}) == "b");
    CHECK(world.decider({sooner, twin}) == "y");
    CHECK(world.decider({open, world.grant("0")}) == "0");
}

TEST_CASE("the earlier of a grant's two clocks counts as its deadline") {
    World world;
    Grant by_wall = world.grant("wall");
    by_wall.deadline = world.in(minutes(5));
    Grant by_boot = world.grant("boot");
    by_boot.deadline = world.in(minutes(9));
    by_boot.deadline->boot = world.clock.now().boot + minutes(1);
    CHECK(world.decider({by_wall, by_boot}) == "boot");
}

TEST_CASE("a grant is only named, and so spent, if it decided") {
    World world;
    world.standing.grants = {world.grant("g")};
    world.contract.policy = Policy::allow;
    CHECK(world.decided().source == Source::compiled_policy);
    world.contract.policy = Policy::confirm;
    world.standing.permissions = {world.permission("p", true)};
    CHECK(world.decided().source == Source::permission);
    world.standing.permissions.clear();
    CHECK(world.decided().source_id == "g");
    world.contract.policy = Policy::deny;
    CHECK(world.decided().source == Source::compiled_policy);
}

TEST_CASE("a grant that overrides lifts a stored deny, never a compiled one or a deny always") {
    World world;
    world.settings.grants_override_deny = true;
    world.standing.stored_policy = Policy::deny;
    world.standing.grants = {world.grant("g")};
    CHECK(world.decided().source == Source::grant);
    // An allow always is no grant.
    world.standing.grants.clear();
    world.standing.permissions = {world.permission("p", true)};
    CHECK(world.decided().source == Source::stored_policy);
    CHECK(world.decided().effect == Policy::deny);
    world.standing.grants = {world.grant("g")};
    world.standing.permissions = {world.permission("p", false)};
    CHECK(world.decided().source_id == "p");
    CHECK(world.decided().effect == Policy::deny);
    world.standing.permissions.clear();
    world.contract.policy = Policy::deny;
    CHECK(world.decided().source == Source::compiled_policy);
    CHECK(world.decided().effect == Policy::deny);
}

TEST_CASE("a deny always for exact arguments leaves other arguments alone") {
    World world;
    Permission never = world.permission("p", false);
    never.match = {Match::Kind::exact, world.arguments};
    world.standing.permissions = {never, world.permission("q", true)};
    CHECK(world.decided().effect == Policy::deny);
    world.arguments = digest_of("other arguments");
    CHECK(world.decided().source_id == "q");
    CHECK_FALSE(denied_outright(world.facts(), world.standing, world.settings, {}).has_value());
}

TEST_CASE("XC09: an exact allow does not override a deny for the whole tool") {
    World world;
    Permission exact = world.permission("a", true);
    exact.match = {Match::Kind::exact, world.arguments};
    world.standing.permissions = {exact, world.permission("b", false)};
    CHECK(world.decided().effect == Policy::deny);
    CHECK(world.decided().source_id == "b");
}

TEST_CASE("XC01: a record for another contract does not count") {
    World world;
    world.standing.grants = {world.grant("g")};
    world.standing.permissions = {world.permission("p", true)};
    world.contract.digests.consent = digest_of("changed contract");
    CHECK(world.decided().source == Source::default_policy);
    // The other two digests do not bind consent.
    world.contract.digests.consent = digest_of("contract");
    world.contract.digests.wire = digest_of("x");
    world.contract.digests.behaviour = digest_of("y");
    CHECK(world.decided().source == Source::permission);
}

TEST_CASE("XC01: of another contract only what its change keeps counts, and the others are told") {
    using iam::consent::ChangeEffect;
    World world;
    world.standing.grants = {world.grant("g")};
    world.standing.permissions = {world.permission("p", true), world.permission("never", false)};
    world.standing.permissions[1].match = {Match::Kind::exact, digest_of("others")};
    world.contract.digests.consent = digest_of("changed contract");
    iam::consent::ContractChanges changes{{digest_of("contract"), ChangeEffect::keep, {}}};
    Facts facts = world.facts();
    facts.changes = &changes;
    const auto source = [&] {
        return decide(facts, world.standing, world.settings, {}).decision.source;
    };
    CHECK(source() == Source::permission);
    CHECK(changes_that_matter(facts, world.standing).empty());
    for (const ChangeEffect effect : {ChangeEffect::suspend, ChangeEffect::revoke}) {
        changes[0].effect = effect;
        CHECK(source() == Source::default_policy);
        CHECK(changes_that_matter(facts, world.standing).size() == 1);
    }
    // Nobody was allowed anything under it.
    changes[0].before = digest_of("older contract");
    CHECK(changes_that_matter(facts, world.standing).empty());
    changes[0] = {digest_of("contract"), ChangeEffect::suspend, {}};
    world.standing.grants.clear();
    world.standing.permissions.erase(world.standing.permissions.begin());
    CHECK(changes_that_matter(facts, world.standing).empty());
}

TEST_CASE("XC01: a kept grant for one value is for that value as its contract had it") {
    World world;
    Grant exact = world.grant("g");
    exact.match = {Match::Kind::exact, digest_of("arguments then")};
    world.standing.grants = {exact};
    world.contract.digests.consent = digest_of("changed contract");
    const iam::consent::ContractChanges changes{
        {digest_of("contract"), iam::consent::ChangeEffect::keep, {}}};
    std::vector<iam::consent::EarlierArguments> earlier{
        {digest_of("contract"), digest_of("arguments then")}};
    Facts facts = world.facts();
    facts.changes = &changes;
    CHECK_FALSE(covers(exact, facts));
    facts.earlier_arguments = &earlier;
    CHECK(covers(exact, facts));
    earlier[0].contract = digest_of("older contract");
    CHECK_FALSE(covers(exact, facts));
}

TEST_CASE("what is bound to keys covers nothing where they are not known") {
    World world;
    Grant by_keys = world.grant("g");
    by_keys.match = {Match::Kind::keys, world.keys};
    Permission always = world.permission("p", true);
    always.match = by_keys.match;
    Facts facts = world.facts();
    CHECK(covers(by_keys, facts));
    CHECK(covers(always, facts));
    facts.keys_digest = nullptr;
    CHECK_FALSE(covers(by_keys, facts));
    CHECK_FALSE(covers(always, facts));
    // A digest of all arguments is none of keys, and the other way round.
    facts.keys_digest = &world.arguments;
    CHECK_FALSE(covers(by_keys, facts));
    by_keys.match.kind = Match::Kind::exact;
    CHECK_FALSE(covers(by_keys, facts));
}

TEST_CASE("a kept grant by keys is for those values as its contract had them") {
    World world;
    Grant by_keys = world.grant("g");
    by_keys.match = {Match::Kind::keys, digest_of("keys then")};
    world.contract.digests.consent = digest_of("changed contract");
    const iam::consent::ContractChanges changes{
        {digest_of("contract"), iam::consent::ChangeEffect::keep, {}}};
    std::vector<iam::consent::EarlierArguments> earlier{
        {digest_of("contract"), digest_of("keys then"), digest_of("keys then")}};
    Facts facts = world.facts();
    facts.changes = &changes;
    facts.earlier_arguments = &earlier;
    CHECK(covers(by_keys, facts));
    earlier[0].keys.reset();
    CHECK_FALSE(covers(by_keys, facts));
}

TEST_CASE("a grant by keys may lift a stored deny before the arguments are read") {
    World world;
    world.settings.grants_override_deny = true;
    world.standing.stored_policy = Policy::deny;
    Grant by_keys = world.grant("g");
    by_keys.match = {Match::Kind::keys, world.keys};
    world.standing.grants = {by_keys};
    Facts unread = world.facts();
    unread.arguments_digest = nullptr;
    unread.keys_digest = nullptr;
    CHECK_FALSE(denied_outright(unread, world.standing, world.settings, {}));
    CHECK(world.decided().source_id == "g");
    world.keys = digest_of("other keys");
    CHECK(world.decided().effect == Policy::deny);
}

TEST_CASE("a \"deny always\" outlives a change of the contract") {
    World world;
    world.settings.default_policy = Policy::allow;
    world.standing.permissions = {world.permission("never", false)};
    world.contract.digests.consent = digest_of("changed contract");
    CHECK(world.decided().effect == Policy::deny);
    CHECK(world.decided().source_id == "never");
}

TEST_CASE("K9 XC10: a clock that was set back suspends what is timed, not what is not") {
    World world;
    Grant timed = world.grant("timed");
    timed.deadline = world.in(minutes(5));
    Permission always = world.permission("p", true);
    always.expires = timed.deadline;
    world.standing.grants = {timed};
    world.standing.permissions = {always};
    CHECK(world.decided().source == Source::permission);
    world.clock.set_wall(world.clock.now().wall - minutes(1));
    CHECK(world.decided().source == Source::default_policy);
    world.standing.grants.push_back(world.grant("until cleared"));
    CHECK(world.decided().source_id == "until cleared");
}

TEST_CASE("a denial has no deadline: no clock ends it") {
    World world;
    Permission never = world.permission("p", false);
    never.expires = world.in(minutes(1));
    world.standing.permissions = {never};
    world.clock.advance(minutes(2));
    CHECK(world.decided().effect == Policy::deny);
    world.clock.set_wall({});
    CHECK(world.decided().effect == Policy::deny);
}

TEST_CASE("XC12: at exactly its deadline a grant has ended") {
    World world;
    Grant timed = world.grant("g");
    timed.deadline = world.in(minutes(5));
    world.standing.grants = {timed};
    world.clock.advance(minutes(5) - std::chrono::milliseconds(1));
    CHECK(covers(timed, world.facts()));
    world.clock.advance(std::chrono::milliseconds(1));
    CHECK_FALSE(covers(timed, world.facts()));
}

TEST_CASE("XC04: a grant or permission reaches no other tool, user, workspace, session or agent") {
    World world;
    Grant grant = world.grant("g");
    grant.session = "s";
    grant.agent = "a";
    const Permission permission = world.permission("p", true);
    CHECK(covers(grant, world.facts()));
    CHECK(covers(permission, world.facts()));
    const Subject own = world.subject;
    for (std::string Subject::*part :
         {&Subject::user, &Subject::workspace, &Subject::session, &Subject::agent}) {
        for (const std::string other : {"", "U", "uu", "u ", "x"}) {
            world.subject = own;
            world.subject.*part = other;
            CHECK_FALSE(covers(grant, world.facts()));
            const bool scoped = part == &Subject::user || part == &Subject::workspace;
            CHECK(covers(permission, world.facts()) == !scoped);
        }
    }
    world.subject = own;
    for (const iam::ToolId& other :
         {iam::ToolId{"", "set_alar"}, iam::ToolId{"", "set_alarms"}, iam::ToolId{"", "Set_alarm"},
          iam::ToolId{"x", "set_alarm"}, iam::ToolId{"", "*"}, iam::ToolId{"", ""}}) {
        world.contract.id = other;
        CHECK_FALSE(covers(grant, world.facts()));
        CHECK_FALSE(covers(permission, world.facts()));
    }
}

TEST_CASE("XC03: no separator makes two subjects or tools look alike") {
    for (const std::string& separator :
         {std::string(":"), std::string("\n"), std::string(1, '\0'), std::string("%"),
          std::string("/"), std::string("\x1f"), std::string("|")}) {
        World world;
        Grant grant = world.grant("g");
        Permission permission = world.permission("p", true);
        grant.user = permission.user = "a" + separator + "b";
        grant.workspace = permission.workspace = "c";
        world.subject = {"a", "b" + separator + "c", "s", "a"};
        CHECK_FALSE(covers(grant, world.facts()));
        CHECK_FALSE(covers(permission, world.facts()));
        world.subject = {"a" + separator + "b", "c", "s", "a"};
        CHECK(covers(grant, world.facts()));
        CHECK(covers(permission, world.facts()));
        grant.tool = permission.tool = {"o" + separator + "t", "x"};
        world.contract.id = {"o", "t" + separator + "x"};
        CHECK_FALSE(covers(grant, world.facts()));
        CHECK_FALSE(covers(permission, world.facts()));
    }
}

TEST_CASE("a grant for nobody covers only calls for nobody") {
    World world;
    const Grant grant = grant_of("g");  // user and workspace are empty: none, not any
    CHECK_FALSE(covers(grant, world.facts()));
    world.subject = {"", "", "s", "a"};
    CHECK(covers(grant, world.facts()));
}
