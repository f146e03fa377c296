// The precedence of rules among policies, grants and permissions: every combination, and its laws.
// Tests of runtime/src/consent/rule_say.cpp.
#include "rules_fixture.hpp"
#include <iam/consent/decision.hpp>
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

/// A set of bits each: which statements, which records.
struct RulesCase {
    unsigned rules = 0;  ///< bits of k_rules
    unsigned base = 0;   ///< default allow, confirm, deny
    bool stored_deny = false;
    bool grant = false;
    unsigned permission = 0;  ///< none, allow always, deny always
    bool override_deny = false;
};

struct Kind {
    RuleScope scope;
    Policy effect;
};
constexpr Kind k_rules[] = {
    {RuleScope::managed, Policy::deny},    {RuleScope::user, Policy::deny},
    {RuleScope::workspace, Policy::deny},  {RuleScope::managed, Policy::confirm},
    {RuleScope::user, Policy::confirm},    {RuleScope::workspace, Policy::confirm},
    {RuleScope::managed, Policy::allow},   {RuleScope::user, Policy::allow},
    {RuleScope::workspace, Policy::allow},  // which no file can say, and another source may
};
constexpr unsigned k_rule_sets = 1U << std::size(k_rules);

template <class Check>
void for_all_rules_cases(Check check) {
    for (unsigned rules = 0; rules < k_rule_sets; ++rules)
        for (unsigned base = 0; base < 3; ++base)
            for (unsigned permission = 0; permission < 3; ++permission)
                for (unsigned bits = 0; bits < 8; ++bits)
                    check(RulesCase{.rules = rules,
                                    .base = base,
                                    .stored_deny = (bits & 1U) != 0,
                                    .grant = (bits & 2U) != 0,
                                    .permission = permission,
                                    .override_deny = (bits & 4U) != 0});
}

Rule rule_of(const Kind& kind, std::string id) {
    Rule rule;
    rule.id = std::move(id);
    rule.scope = kind.scope;
    rule.effect = kind.effect;
    rule.tool = *NamePattern::parse("set_alarm");
    rule.place.file = std::string(to_string(kind.scope)) + ".json";
    return rule;
}

struct RulesWorld {
    iam::Moment now = FakeClock().now();
    Contract contract{};
    Subject subject{"", "", "s", "a"};
    iam::Digest arguments = digest_of("arguments");
    std::string text = R"({"hour":3})";
    Standing standing{};
    Settings settings{};
    std::vector<Rule> rules{};
    std::vector<RuleFailure> failures{};

    RulesWorld() {
        contract.id = some_tool();
        contract.digests.consent = digest_of("contract");
    }
    explicit RulesWorld(const RulesCase& c) : RulesWorld() {
        settings = {static_cast<Policy>(c.base), c.override_deny};
        if (c.stored_deny) standing.stored_policy = Policy::deny;
        if (c.grant) standing.grants = {grant_of("g")};
        if (c.permission > 0) standing.permissions = {permission_of("p", c.permission == 1)};
        for (unsigned i = 0; i < std::size(k_rules); ++i) {
            if ((c.rules & (1U << i)) != 0) rules.push_back(rule_of(k_rules[i], "r"));
        }
    }
    Facts facts() const {
        return {.contract = contract,
                .subject = subject,
                .arguments_digest = &arguments,
                .now = now,
                .arguments = &text};
    }
    Ruling ruled() const {
        return decide(facts(), standing, settings, rules_for(book_of(rules, failures), contract));
    }
    Decision decided() const { return ruled().decision; }
};

bool has(const RulesCase& c, RuleScope scope, Policy effect) {
    for (unsigned i = 0; i < std::size(k_rules); ++i) {
        if (k_rules[i].scope == scope && k_rules[i].effect == effect) {
            return (c.rules & (1U << i)) != 0;
        }
    }
    return false;
}

/// The precedence as a list of claims, the strongest first.
std::pair<Policy, Source> expected_of(const RulesCase& c) {
    using S = RuleScope;
    const bool any_deny = has(c, S::managed, Policy::deny) || has(c, S::user, Policy::deny) ||
                          has(c, S::workspace, Policy::deny);
    const bool managed_asks = has(c, S::managed, Policy::confirm);
    const bool user_asks = has(c, S::user, Policy::confirm);
    const bool workspace_asks = has(c, S::workspace, Policy::confirm);
    const bool allowed = has(c, S::managed, Policy::allow) || has(c, S::user, Policy::allow);
    const bool lifts = c.override_deny && c.grant && !managed_asks;
    const bool base_denies = c.base == 2 && !user_asks && !allowed;
    const bool somebody_asks = user_asks || workspace_asks;
    const std::pair<bool, std::pair<Policy, Source>> claims[] = {
        {c.permission == 2, {Policy::deny, Source::permission}},
        {any_deny, {Policy::deny, Source::rule}},
        {c.stored_deny && !lifts, {Policy::deny, Source::stored_policy}},
        {managed_asks, {Policy::confirm, Source::rule}},
        {base_denies, {Policy::deny, Source::default_policy}},
        {somebody_asks && c.grant, {Policy::allow, Source::grant}},
        {somebody_asks, {Policy::confirm, Source::rule}},
        {c.stored_deny, {Policy::allow, Source::grant}},
        {allowed, {Policy::allow, Source::rule}},
        {c.base == 0, {Policy::allow, Source::default_policy}},
        {c.permission == 1, {Policy::allow, Source::permission}},
        {c.grant, {Policy::allow, Source::grant}},
        {true, {Policy::confirm, Source::default_policy}},
    };
    return std::find_if(std::begin(claims), std::end(claims),
                        [](const auto& claim) { return claim.first; })
        ->second;
}

std::string describe(const RulesCase& c) {
    std::string text =
        "default " + std::to_string(c.base) + ", permission " + std::to_string(c.permission);
    if (c.stored_deny) text += ", stored deny";
    if (c.grant) text += ", grant";
    if (c.override_deny) text += ", grants override";
    for (unsigned i = 0; i < std::size(k_rules); ++i) {
        if ((c.rules & (1U << i)) == 0) continue;
        text += ", " + std::string(to_string(k_rules[i].scope)) + " " +
                std::string(to_string(k_rules[i].effect));
    }
    return text;
}

int strictness(const Decision& decision) {
    return static_cast<int>(decision.effect);
}

/// Rules from few values each, so that many of them speak.
Rule random_rule(std::mt19937_64& random, int id) {
    Rule rule = rule_of(k_rules[random() % std::size(k_rules)], std::to_string(id));
    if (random() % 4 == 0) rule.tool = *NamePattern::parse(random() % 2 == 0 ? "set_*" : "other");
    if (random() % 3 == 0) {
        Condition condition;
        condition.tokens = {random() % 4 == 0 ? "day" : "hour"};
        condition.comparison = OneOf{{iam::Json(3 + static_cast<int>(random() % 2))}};
        rule.conditions.push_back(std::move(condition));
    }
    if (random() % 4 == 0) rule.hints.destructive = random() % 2 == 0;
    return rule;
}

RulesWorld random_world(std::mt19937_64& random) {
    RulesWorld world(RulesCase{.rules = 0,
                               .base = static_cast<unsigned>(random() % 3),
                               .stored_deny = random() % 4 == 0,
                               .grant = random() % 2 == 0,
                               .permission = static_cast<unsigned>(random() % 3),
                               .override_deny = random() % 2 == 0});
    for (auto n = random() % 6; n > 0; --n) {
        world.rules.push_back(random_rule(random, static_cast<int>(n)));
    }
    if (random() % 8 == 0) {
        world.failures.push_back({random() % 2 == 0 ? RuleScope::managed : RuleScope::user, "f",
                                  "broken", random() % 2 == 0});
    }
    return world;
}

template <class Check>
void for_random_rule_worlds(Check check) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 4'000; ++i) {
        RulesWorld world = random_world(random);
        if (!check(world, random)) FAIL_CHECK("world " << i);
    }
}

}  // namespace

TEST_CASE("XF13 a rule that lets calls run does not let a model take them back unasked") {
    RulesWorld world;
    world.settings.default_policy = Policy::deny;
    world.rules = {rule_of({RuleScope::user, Policy::allow}, "r")};
    Facts facts = world.facts();
    const auto decided = [&] {
        return decide(facts, world.standing, world.settings,
                      rules_for(book_of(world.rules, world.failures), world.contract))
            .decision;
    };
    CHECK(decided().effect == Policy::allow);
    facts.is_undo_of_model = true;
    CHECK(decided().effect == Policy::confirm);
    CHECK(decided().source == Source::rule);
    world.standing.grants = {grant_of("g")};
    CHECK(decided().source_id == "g");
}

TEST_CASE(
    "XC09: each combination of rules, policies, grants and permissions is decided by the "
    "precedence") {
    int combinations = 0;
    for_all_rules_cases([&](const RulesCase& c) {
        ++combinations;
        const Decision decision = RulesWorld(c).decided();
        const auto [effect, source] = expected_of(c);
        const bool by_rule = decision.source == Source::rule;
        if (decision.effect != effect || decision.source != source ||
            by_rule == decision.place.empty() || decision.reason.empty()) {
            FAIL_CHECK(describe(c) << ": " << to_string(decision.effect) << " by "
                                   << to_string(decision.source));
        }
    });
    CHECK(combinations == 512 * 3 * 3 * 8);
}

TEST_CASE("XC09: adding a rule that denies never loosens, nor one of a workspace") {
    for_random_rule_worlds([](RulesWorld& world, std::mt19937_64& random) {
        const int before = strictness(world.decided());
        for (const RuleScope scope :
             {RuleScope::managed, RuleScope::user, RuleScope::workspace, RuleScope::workspace}) {
            RulesWorld changed = world;
            Rule rule = random_rule(random, 99);
            rule.scope = scope;
            rule.effect =
                scope == RuleScope::workspace ? static_cast<Policy>(random() % 3) : Policy::deny;
            changed.rules.push_back(std::move(rule));
            if (strictness(changed.decided()) < before) return false;
        }
        return true;
    });
}

TEST_CASE("a rule that allows never tightens, and a file that is lost never loosens") {
    for_random_rule_worlds([](RulesWorld& world, std::mt19937_64& random) {
        const int before = strictness(world.decided());
        RulesWorld changed = world;
        changed.rules.push_back(random_rule(random, 99));
        changed.rules.back().scope = RuleScope::user;
        changed.rules.back().effect = Policy::allow;
        if (strictness(changed.decided()) > before) return false;
        changed = world;
        const auto scope = random() % 2 == 0 ? RuleScope::managed : RuleScope::workspace;
        changed.failures.push_back({scope, "f", "broken", false});
        return strictness(changed.decided()) >= before;
    });
}

TEST_CASE("the order of rules does not matter, not even for who is named") {
    for_random_rule_worlds([](RulesWorld& world, std::mt19937_64& random) {
        const Decision before = world.decided();
        for (int i = 0; i < 4; ++i) {
            std::shuffle(world.rules.begin(), world.rules.end(), random);
            if (!(world.decided() == before)) return false;
        }
        return true;
    });
}

TEST_CASE("what rules deny outright they deny for whatever arguments") {
    for_random_rule_worlds([](RulesWorld& world, std::mt19937_64&) {
        const ToolRules rules = rules_for(book_of(world.rules, world.failures), world.contract);
        const auto outright = denied_outright(world.facts(), world.standing, world.settings, rules);
        if (!outright) return true;
        for (const char* text : {R"({"hour":3})", R"({"hour":4})", R"({"day":3})", "{}"}) {
            world.text = text;
            if (world.decided().effect != Policy::deny) return false;
        }
        return true;
    });
}

TEST_CASE("a decision names the rule with scope, id, file and line, and gives its reason") {
    RulesWorld world;
    world.rules =
        rules_of({R"("id":"early","effect":"deny","tool":"set_alarm","reason":"People sleep.",
        "where":[{"argument":"/hour","range":[0,5]}])"});
    const Decision decision = world.decided();
    CHECK(decision.source == Source::rule);
    CHECK(decision.source_id == "early");
    CHECK(decision.place == "rules.json:1:19");
    CHECK(decision.reason == "The user rule \"early\" (rules.json:1:19) denies it: People sleep.");
    world.text = R"({"hour":6})";
    CHECK(world.decided().source == Source::default_policy);
}

TEST_CASE("XB05: arguments that are known by their digest alone do not slip past a rule") {
    RulesWorld world;
    world.settings.default_policy = Policy::allow;
    world.rules = rules_of({R"("id":"r","effect":"deny","tool":"set_alarm",
        "where":[{"argument":"/hour","eq":4}])"});
    CHECK(world.decided().effect == Policy::allow);
    Facts facts = world.facts();
    facts.arguments = nullptr;
    const ToolRules rules = rules_for(book_of(world.rules), world.contract);
    CHECK(decide(facts, world.standing, world.settings, rules).decision.effect == Policy::deny);
    const std::string broken = "{";
    facts.arguments = &broken;
    CHECK(decide(facts, world.standing, world.settings, rules).decision.effect == Policy::deny);
}

TEST_CASE("XC14: a file of rules that does not load denies or asks, and every decision says so") {
    RulesWorld world;
    world.settings.default_policy = Policy::allow;
    world.standing.grants = {grant_of("g")};
    world.standing.permissions = {permission_of("p", true)};
    world.failures = {{RuleScope::user, "u.json", "it is broken.", false}};
    Decision decision = world.decided();
    CHECK(decision.effect == Policy::confirm);
    CHECK(
        decision.reason ==
        "The user rules in u.json cannot be taken up, so every call is asked about: it is broken.");
    world.failures[0].last_good_in_force = true;
    decision = world.decided();
    CHECK(decision.effect == Policy::allow);
    CHECK(decision.reason.english().find("their last good version is in force") !=
          std::string::npos);
    world.failures.push_back({RuleScope::managed, "m.json", "others can write it.", false});
    decision = world.decided();
    CHECK(decision.effect == Policy::deny);
    CHECK(decision.place == "m.json");
    CHECK(decision.reason.english().find("u.json") != std::string::npos);
    const ToolRules rules = rules_for(book_of({}, world.failures), world.contract);
    const auto outright = denied_outright(world.facts(), world.standing, world.settings, rules);
    REQUIRE(outright.has_value());
    CHECK(outright->floor == Policy::deny);
}

TEST_CASE("a decision repeats no more than the beginning of a long failure") {
    RulesWorld world;
    world.failures = {{RuleScope::user, "u.json", std::string(4U << 20, 'x'), false}};
    CHECK(world.decided().reason.english().size() < 1200);
}

TEST_CASE(
    "what a managed rule says and a deny always are a floor, also where another is named first") {
    RulesWorld world;
    world.contract.policy = Policy::deny;
    CHECK(world.ruled().floor == Policy::allow);
    world.rules = {rule_of({RuleScope::user, Policy::deny}, "u"),
                   rule_of({RuleScope::user, Policy::confirm}, "v"),
                   rule_of({RuleScope::managed, Policy::allow}, "w")};
    CHECK(world.ruled().floor == Policy::allow);
    world.rules.push_back(rule_of({RuleScope::managed, Policy::confirm}, "c"));
    CHECK(world.ruled().floor == Policy::confirm);
    world.rules.push_back(rule_of({RuleScope::managed, Policy::deny}, "m"));
    CHECK(world.ruled().floor == Policy::deny);
    CHECK(world.decided().source == Source::compiled_policy);
    world.rules.clear();
    world.standing.permissions = {permission_of("p", false)};
    CHECK(world.ruled().floor == Policy::deny);
}

TEST_CASE("a managed rule may want a person, also where another one is named first") {
    RulesWorld world;
    world.rules = {rule_of({RuleScope::managed, Policy::confirm}, "a"),
                   rule_of({RuleScope::managed, Policy::confirm}, "b")};
    CHECK_FALSE(world.ruled().wants_person);
    world.rules[1].only_person = true;
    CHECK(world.ruled().wants_person);
    CHECK(world.decided().source_id == "a");
}

TEST_CASE("T11: an allow always does not count once the tool states that it is destructive") {
    RulesWorld world;
    world.standing.permissions = {permission_of("p", true)};
    CHECK(world.decided().effect == Policy::allow);
    world.contract.hints.destructive = true;
    CHECK(world.decided().effect == Policy::confirm);
    world.standing.permissions = {permission_of("p", false)};
    CHECK(world.decided().effect == Policy::deny);
}
