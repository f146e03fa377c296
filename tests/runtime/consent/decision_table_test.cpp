// Every combination of what can be stored, compiled, granted and permitted, against a second
// spelling of the rules that works by ranks instead of steps.
#include <iam/consent/decision.hpp>
#include <iam/consent/rules.hpp>
#include <support/fake_clock.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <string>

using namespace iam::consent;
using iam::Contract;
using iam::Policy;
using iam::Subject;
using iam::test::digest_of;
using iam::test::FakeClock;
using iam::test::grant_of;
using iam::test::permission_of;

namespace {

enum class GrantCase { none, usable, exact, ended, used_up, other_digest, other_subject };
enum class PermissionCase {
    none,
    allow,
    deny,
    expired,
    other_digest,
    exact_allow,
    exact_deny,
    deny_of_old_contract,
};

struct Case {
    std::optional<Policy> stored;
    std::optional<Policy> compiled;
    Policy fallback = Policy::confirm;
    GrantCase grant = GrantCase::none;
    PermissionCase permission = PermissionCase::none;
    bool override_deny = false;
};

constexpr std::array<std::optional<Policy>, 4> k_maybe{std::nullopt, Policy::allow, Policy::confirm,
                                                       Policy::deny};
constexpr std::array k_policies{Policy::allow, Policy::confirm, Policy::deny};

template <class Check>
void for_all_cases(Check check) {
    for (const auto stored : k_maybe)
        for (const auto compiled : k_maybe)
            for (const auto fallback : k_policies)
                for (int grant = 0; grant < 7; ++grant)
                    for (int permission = 0; permission < 8; ++permission)
                        for (const bool override_deny : {false, true})
                            check(Case{.stored = stored,
                                       .compiled = compiled,
                                       .fallback = fallback,
                                       .grant = static_cast<GrantCase>(grant),
                                       .permission = static_cast<PermissionCase>(permission),
                                       .override_deny = override_deny});
}

/// The records of a case, at a moment when what should have ended has ended.
struct CaseWorld {
    FakeClock clock{};
    Contract contract{};
    Subject subject{"u", "w", "s", "a"};
    iam::Digest arguments = digest_of("arguments");
    Standing standing{};
    Settings settings{};

    explicit CaseWorld(const Case& c) {
        contract.id = iam::test::some_tool();
        contract.digests.consent = digest_of("contract");
        contract.policy = c.compiled;
        settings = {c.fallback, c.override_deny};
        standing.stored_policy = c.stored;
        const Deadline ended = deadline_after(clock.now(), std::chrono::seconds(1));
        clock.advance(std::chrono::seconds(1));
        add_grant(c.grant, ended);
        add_permission(c.permission, ended);
    }

    void add_grant(GrantCase which, const Deadline& ended) {
        if (which == GrantCase::none) return;
        Grant grant = grant_of("g");
        grant.user = which == GrantCase::other_subject ? "v" : "u";
        grant.workspace = "w";
        if (which == GrantCase::exact) grant.match = {Match::Kind::exact, arguments};
        if (which == GrantCase::ended) grant.deadline = ended;
        if (which == GrantCase::used_up) grant.uses = 0;
        if (which == GrantCase::other_digest) grant.consent_digest = digest_of("other contract");
        standing.grants = {grant};
    }

    void add_permission(PermissionCase which, const Deadline& ended) {
        using P = PermissionCase;
        if (which == P::none) return;
        const bool denies =
            which == P::deny || which == P::exact_deny || which == P::deny_of_old_contract;
        Permission permission = permission_of("p", !denies);
        permission.user = "u";
        permission.workspace = "w";
        if (which == P::exact_allow || which == P::exact_deny)
            permission.match = {Match::Kind::exact, arguments};
        if (which == P::expired) permission.expires = ended;
        if (which == P::other_digest || which == P::deny_of_old_contract)
            permission.consent_digest = digest_of("other contract");
        standing.permissions = {permission};
    }

    Facts facts() const {
        return {.contract = contract,
                .subject = subject,
                .arguments_digest = &arguments,
                .now = clock.now()};
    }
    Facts unread() const {
        return {.contract = contract,
                .subject = subject,
                .arguments_digest = nullptr,
                .now = clock.now()};
    }
};

struct Expected {
    Policy effect;
    Source source;
};

/// The rules as a list of claims: each may say something about the call; the strongest claim
/// decides. Denials that nothing lifts are the strongest, then what was lifted, then the base.
Expected expected_of(const Case& c, bool arguments_known) {
    const bool granted =
        c.grant == GrantCase::usable || (c.grant == GrantCase::exact && arguments_known);
    const bool always = c.permission == PermissionCase::allow ||
                        (c.permission == PermissionCase::exact_allow && arguments_known);
    const bool never = c.permission == PermissionCase::deny ||
                       c.permission == PermissionCase::deny_of_old_contract ||
                       (c.permission == PermissionCase::exact_deny && arguments_known);

    std::optional<Policy> base[] = {c.stored, c.compiled, c.fallback};
    const Source sources[] = {Source::stored_policy, Source::compiled_policy,
                              Source::default_policy};
    // A deny that is stored or compiled is no base: the next one is asked.
    std::size_t at = 0;
    while (at < 2 && (!base[at] || base[at] == Policy::deny)) ++at;

    struct Claim {
        bool applies;
        Expected what;
    };
    const bool lifts = c.override_deny && granted;
    const bool asks = base[at] == Policy::confirm;
    const Claim strongest_first[] = {
        {c.compiled == Policy::deny, {Policy::deny, Source::compiled_policy}},
        {never, {Policy::deny, Source::permission}},
        {c.stored == Policy::deny && !lifts, {Policy::deny, Source::stored_policy}},
        {base[at] == Policy::deny, {Policy::deny, Source::default_policy}},
        {c.stored == Policy::deny && lifts, {Policy::allow, Source::grant}},
        {asks && always, {Policy::allow, Source::permission}},
        {asks && granted, {Policy::allow, Source::grant}},
        {true, {*base[at], sources[at]}},
    };
    return std::find_if(std::begin(strongest_first), std::end(strongest_first),
                        [](const Claim& claim) { return claim.applies; })
        ->what;
}

std::string describe(const Case& c) {
    const auto word = [](std::optional<Policy> policy) {
        return policy ? std::to_string(static_cast<int>(*policy)) : std::string("-");
    };
    return "stored " + word(c.stored) + ", compiled " + word(c.compiled) + ", default " +
           word(c.fallback) + ", grant " + std::to_string(static_cast<int>(c.grant)) +
           ", permission " + std::to_string(static_cast<int>(c.permission)) +
           (c.override_deny ? ", grants override deny" : "");
}

}  // namespace

TEST_CASE("each of the combinations is decided by the rules") {
    int combinations = 0;
    for_all_cases([&](const Case& c) {
        ++combinations;
        const CaseWorld world(c);
        const Decision decision =
            decide(world.facts(), world.standing, world.settings, {}).decision;
        const Expected expected = expected_of(c, true);
        if (decision.effect != expected.effect || decision.source != expected.source ||
            decision.reason.empty()) {
            FAIL_CHECK(describe(c) << ": " << to_string(decision.source));
        }
        const bool named =
            decision.source == Source::grant || decision.source == Source::permission;
        if (named == decision.source_id.empty()) FAIL_CHECK(describe(c) << ": source_id");
    });
    CHECK(combinations == 4 * 4 * 3 * 7 * 8 * 2);
}

TEST_CASE("A7 every reason of a decision is made of sentences of the catalogue") {
    for_all_cases([](const Case& c) {
        const CaseWorld world(c);
        const Decision decision =
            decide(world.facts(), world.standing, world.settings, {}).decision;
        for (const iam::words::Sentence& sentence : decision.reason.all()) {
            if (sentence.kind != iam::words::Sentence::Kind::row) FAIL_CHECK(describe(c));
        }
        if (decision.reason.text(iam::words::Locale::pt_br) == decision.reason.english())
            FAIL_CHECK(describe(c));
    });
}

TEST_CASE("while the arguments are unread nothing that depends on them matches") {
    for_all_cases([](const Case& c) {
        const CaseWorld world(c);
        const Decision decision =
            decide(world.unread(), world.standing, world.settings, {}).decision;
        const Expected expected = expected_of(c, false);
        if (decision.effect != expected.effect || decision.source != expected.source)
            FAIL_CHECK(describe(c));
    });
}

TEST_CASE("a call is denied outright exactly where no arguments could make it run") {
    for_all_cases([](const Case& c) {
        const CaseWorld world(c);
        // Arguments either match the exact records of this world or they do not.
        const iam::Digest other = digest_of("other arguments");
        const Facts otherwise{.contract = world.contract,
                              .subject = world.subject,
                              .arguments_digest = &other,
                              .now = world.clock.now()};
        const auto denies = [&world](const Facts& facts) {
            return decide(facts, world.standing, world.settings, {}).decision.effect ==
                   Policy::deny;
        };
        const bool always_denied = denies(world.facts()) && denies(otherwise);
        for (const Facts& facts : {world.facts(), world.unread()}) {
            const auto outright = denied_outright(facts, world.standing, world.settings, {});
            if (outright.has_value() != always_denied) FAIL_CHECK(describe(c));
            if (outright && outright->decision.effect != Policy::deny) FAIL_CHECK(describe(c));
            if (outright && outright->decision.reason.empty()) FAIL_CHECK(describe(c));
        }
    });
}
