// The decision about one call. Pure: everything it knows is in its arguments.
#include "iam/consent/decision.hpp"

#include "consent/rule_say.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace iam::consent {
namespace {

using std::chrono::milliseconds;
using words::Id;
using words::say;

/// The digest to match for a record bound to values; nullptr: none is known.
const Digest* matched_digest(Match::Kind kind, const Digest& consent_digest,
                             const Facts& facts) noexcept {
    const bool by_keys = kind == Match::Kind::keys;
    const Digest* const today = by_keys ? facts.keys_digest : facts.arguments_digest;
    if (consent_digest == facts.contract.digests.consent || facts.earlier_arguments == nullptr)
        return today;
    for (const EarlierArguments& earlier : *facts.earlier_arguments) {
        if (earlier.contract != consent_digest) continue;
        if (by_keys) return earlier.keys ? &*earlier.keys : nullptr;
        return &earlier.arguments;
    }
    return today;
}

template <class Record>
bool matches(const Record& record, const Facts& facts) noexcept {
    const Match& match = record.match;
    if (match.kind == Match::Kind::tool) return true;
    const Digest* digest = matched_digest(match.kind, record.consent_digest, facts);
    return digest != nullptr && match.arguments == *digest;
}

/// True if consent under this contract counts now.
bool is_in_force(const Digest& consent_digest, const Facts& facts) noexcept {
    if (consent_digest == facts.contract.digests.consent) return true;
    if (facts.changes == nullptr) return false;
    const ContractChange* change = find_change(*facts.changes, consent_digest);
    return change != nullptr && change->effect == ChangeEffect::keep;
}

bool holds(const std::optional<Deadline>& deadline, const Moment& now) noexcept {
    return !deadline || state_at(*deadline, now) == DeadlineState::running;
}

bool names(const std::optional<std::string>& part, const std::string& whose) noexcept {
    return !part || *part == whose;
}

/// Compares tool, subject, uses and deadline; leaves out the arguments and the contract.
bool is_about(const Grant& grant, const Facts& facts) noexcept {
    const Subject& subject = facts.subject;
    return grant.tool == facts.contract.id && grant.user == subject.user &&
           grant.workspace == subject.workspace && names(grant.session, subject.session) &&
           names(grant.agent, subject.agent) && (!grant.uses || *grant.uses > 0) &&
           holds(grant.deadline, facts.now);
}

bool is_about(const Permission& permission, const Facts& facts) noexcept {
    return permission.tool == facts.contract.id && permission.user == facts.subject.user &&
           permission.workspace == facts.subject.workspace &&
           (!permission.allow || holds(permission.expires, facts.now));
}

/// Leaves out the arguments only.
bool usable(const Grant& grant, const Facts& facts) noexcept {
    return is_about(grant, facts) && is_in_force(grant.consent_digest, facts);
}

std::uint64_t distance(milliseconds from, milliseconds to) noexcept {
    // Unsigned, since the difference of two far moments overflows a signed number.
    return static_cast<std::uint64_t>(to.count()) - static_cast<std::uint64_t>(from.count());
}

/// The milliseconds left of a running deadline, up to the nearer end of the two clocks.
std::uint64_t remaining(const std::optional<Deadline>& deadline, const Moment& now) noexcept {
    if (!deadline) return std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t wall =
        distance(now.wall.time_since_epoch(), deadline->wall.time_since_epoch());
    if (now.boot_id != deadline->boot_id) return wall;
    return std::min(wall, distance(now.boot, deadline->boot));
}

/// Smaller is narrower.
int breadth(Match::Kind kind) noexcept {
    return kind == Match::Kind::exact ? 0 : (kind == Match::Kind::keys ? 1 : 2);
}

/// Ranks by the arguments first, then by the number of open parts among session and agent.
std::pair<int, int> breadth(const Grant& grant) noexcept {
    return {breadth(grant.match.kind), int{!grant.session} + int{!grant.agent}};
}
int breadth(const Permission& permission) noexcept {
    return breadth(permission.match.kind);
}

std::uint64_t remaining(const Grant& grant, const Moment& now) noexcept {
    return remaining(grant.deadline, now);
}
std::uint64_t remaining(const Permission& permission, const Moment& now) noexcept {
    return permission.allow ? remaining(permission.expires, now) : 0;
}

/// Among the records accepted by `wanted`: the narrowest, then the earliest deadline, then the
/// smallest id. So their order in the store does not matter.
template <class Record, class Wanted>
const Record* first_of(const std::vector<Record>& records, const Facts& facts, Wanted wanted) {
    const auto rank = [&facts](const Record& record) {
        return std::tuple(breadth(record), remaining(record, facts.now),
                          std::string_view(record.id));
    };
    const Record* best = nullptr;
    for (const Record& record : records) {
        if (wanted(record) && (best == nullptr || rank(record) < rank(*best))) best = &record;
    }
    return best;
}

const Grant* covering_grant(const Facts& facts, const Standing& standing) {
    return first_of(standing.grants, facts,
                    [&](const Grant& grant) { return covers(grant, facts); });
}

const Permission* covering_denial(const Facts& facts, const Standing& standing) {
    return first_of(standing.permissions, facts, [&](const Permission& permission) {
        return !permission.allow && covers(permission, facts);
    });
}

Decision denied(Source source, std::string id, words::Sentence reason) {
    return Decision{.effect = Policy::deny,
                    .source = source,
                    .source_id = std::move(id),
                    .reason = std::move(reason)};
}

Decision stored_denial() {
    return denied(Source::stored_policy, {}, say(Id::stored_denies));
}

Decision by_freeze(const Freeze& freeze) {
    words::Sentences by;
    words::Sentences why;
    if (!freeze.frozen_by.empty()) by = say(Id::frozen_by, {{"who", freeze.frozen_by}});
    if (!freeze.reason.empty()) why = say(Id::frozen_why, {{"reason", freeze.reason}});
    return denied(Source::freeze, {}, say(Id::frozen, {{"by", by}, {"why", why}}));
}

using BrokenKind = BrokenRecord::Kind;

bool may_have_denied(const BrokenRecord& record) noexcept {
    return record.kind == BrokenKind::policy || record.kind == BrokenKind::permission;
}

bool is_about(const BrokenRecord& record, const Facts& facts) noexcept {
    if (record.tool != facts.contract.id) return false;
    return record.kind == BrokenKind::policy ||
           (record.user == facts.subject.user && record.workspace == facts.subject.workspace);
}

/// The wanted record that is first by kind, id and tool. The order in the store does not matter.
template <class Wanted>
const BrokenRecord* first_broken(const Standing& standing, Wanted wanted) {
    const auto rank = [](const BrokenRecord& one) {
        return std::tuple(one.kind, std::string_view(one.id), one.tool);
    };
    const BrokenRecord* best = nullptr;
    for (const BrokenRecord& one : standing.broken) {
        if (wanted(one) && (best == nullptr || rank(one) < rank(*best))) best = &one;
    }
    return best;
}

const BrokenRecord* broken_denial(const Facts& facts, const Standing& standing) {
    return first_broken(standing, [&](const BrokenRecord& one) {
        return may_have_denied(one) && is_about(one, facts);
    });
}

const BrokenRecord* broken_elsewhere(const Facts& facts, const Standing& standing) {
    return first_broken(standing, [&](const BrokenRecord& one) {
        return may_have_denied(one) && !is_about(one, facts);
    });
}

Source source_of(const BrokenRecord& record) noexcept {
    return record.kind == BrokenKind::policy ? Source::stored_policy : Source::permission;
}

words::Sentence about(const BrokenRecord& record, Id id) {
    return say(id, {{"record", words_of(record)}, {"tool", display_name(record.tool)}});
}

Decision by_broken(const BrokenRecord& record) {
    return denied(source_of(record), record.id, about(record, Id::broken_denies));
}

/// The broken record may have been a denial of this very call.
void ask_for_broken(const BrokenRecord& record, Decision& decision) {
    if (decision.effect == Policy::deny) return;
    words::Sentence why = about(record, Id::broken_asks);
    if (decision.effect == Policy::allow) {
        decision = {.effect = Policy::confirm,
                    .source = source_of(record),
                    .source_id = record.id,
                    .reason = std::move(why)};
    } else {
        decision.reason.add(std::move(why));
    }
}

void tell_broken_grants(const Facts& facts, const Standing& standing, Decision& decision) {
    if (decision.effect != Policy::confirm) return;
    const BrokenRecord* grant = first_broken(standing, [&](const BrokenRecord& one) {
        return one.kind == BrokenKind::grant && is_about(one, facts);
    });
    if (grant != nullptr) decision.reason.add(about(*grant, Id::broken_allows_nothing));
}

/// The first denial that nothing lifts.
std::optional<Decision> firm_denial(const Facts& facts, const Standing& standing,
                                    const RuleSay& say) {
    if (standing.freeze) return by_freeze(*standing.freeze);
    if (facts.contract.policy == Policy::deny) {
        return denied(Source::compiled_policy, {}, words::say(Id::program_denies));
    }
    if (const Permission* never = covering_denial(facts, standing)) {
        return denied(Source::permission, never->id, words::say(Id::denied_always));
    }
    if (const BrokenRecord* broken = broken_denial(facts, standing)) return by_broken(*broken);
    if (auto managed = managed_denial(say)) return managed;
    if (say.deny != nullptr) return by_rule(*say.deny);
    return std::nullopt;
}

/// If a grant lifts a denial, it must not bypass a confirm that only an approval answers.
bool grants_may_override(const Settings& settings, const RuleSay& say) noexcept {
    return settings.grants_override_deny && say.managed_confirm == nullptr &&
           say.unknown_other == nullptr;
}

/// True if there are arguments for which `grant` would lift a stored deny.
bool may_lift(const Grant& grant, const Facts& unread, const Standing& standing) {
    if (!usable(grant, unread)) return false;
    if (grant.match.kind != Match::Kind::exact) return true;
    const Facts known{.contract = unread.contract,
                      .subject = unread.subject,
                      .arguments_digest = &grant.match.arguments,
                      .now = unread.now};
    return covering_denial(known, standing) == nullptr;
}

/// True if there may be arguments for which a rule replaces the base.
bool may_replace_base(const ToolRules& rules) {
    return std::any_of(rules.rules.begin(), rules.rules.end(), [](const Rule* rule) {
        return rule->effect != Policy::deny && rule->scope != RuleScope::workspace;
    });
}

/// The base: stored allow or confirm, else compiled, else the default. Denials of the first two are
/// statements, and their callers have judged them.
Decision base_of(const Facts& facts, const Standing& standing, const Settings& settings) {
    const auto is_base = [](const std::optional<Policy>& policy) {
        return policy == Policy::allow || policy == Policy::confirm;
    };
    if (is_policy_outdated(facts, standing)) {
        Standing without = {};
        Decision base = base_of(facts, without, settings);
        base.reason.add(say(Id::policy_outdated));
        return base;
    }
    if (is_base(standing.stored_policy)) {
        const bool allows = standing.stored_policy == Policy::allow;
        return {.effect = *standing.stored_policy,
                .source = Source::stored_policy,
                .reason = say(allows ? Id::stored_allows : Id::stored_asks)};
    }
    if (is_base(facts.contract.policy)) {
        const bool allows = facts.contract.policy == Policy::allow;
        return {.effect = *facts.contract.policy,
                .source = Source::compiled_policy,
                .reason = say(allows ? Id::program_allows : Id::program_asks)};
    }
    const Policy other = settings.default_policy;
    const Id why = other == Policy::allow     ? Id::default_allows
                   : other == Policy::confirm ? Id::default_asks
                                              : Id::default_denies;
    return {.effect = other, .source = Source::default_policy, .reason = say(why)};
}

/// Adds a second sentence if the consent was given under an earlier contract.
words::Sentences allowed_by(Id what, const Digest& consent_digest, const Facts& facts) {
    words::Sentences reason = say(what);
    if (consent_digest != facts.contract.digests.consent) reason.add(say(Id::earlier_contract));
    return reason;
}

Decision by_grant(const Grant& grant, const Facts& facts) {
    return {.effect = Policy::allow,
            .source = Source::grant,
            .source_id = grant.id,
            .reason = allowed_by(Id::allowed_by_grant, grant.consent_digest, facts)};
}

/// Lets a permission or a grant lift the base's confirm.
Decision on_base(const Facts& facts, const Standing& standing, const Settings& settings,
                 Decision base, const Grant* grant) {
    if (base.effect != Policy::confirm) return base;
    const Permission* always =
        first_of(standing.permissions, facts, [&](const Permission& permission) {
            return permission.allow && covers(permission, facts) &&
                   !has_lapsed(permission, facts.now, settings);
        });
    if (always != nullptr) {
        return {.effect = Policy::allow,
                .source = Source::permission,
                .source_id = always->id,
                .reason = allowed_by(Id::allowed_always, always->consent_digest, facts)};
    }
    if (grant != nullptr) return by_grant(*grant, facts);
    const bool lapsed =
        std::any_of(standing.permissions.begin(), standing.permissions.end(),
                    [&](const Permission& one) { return one.allow && covers(one, facts); });
    if (lapsed) base.reason.add(say(Id::always_lapsed));
    return base;
}

Decision by_grant_or_rule(const Grant* grant, const Rule& confirm, const Facts& facts) {
    return grant != nullptr ? by_grant(*grant, facts) : by_rule(confirm);
}

Decision asked_about(Decision decision) {
    if (decision.effect != Policy::allow) return decision;
    decision.effect = Policy::confirm;
    decision.reason.add(say(Id::model_undoes));
    return decision;
}

Decision decide_on(const Facts& facts, const Standing& standing, const Settings& settings,
                   const RuleSay& say) {
    if (auto denial = firm_denial(facts, standing, say)) return std::move(*denial);
    const Grant* const grant = covering_grant(facts, standing);
    const bool stored_deny = standing.stored_policy == Policy::deny;
    if (stored_deny && !(grants_may_override(settings, say) && grant != nullptr)) {
        return stored_denial();
    }
    if (say.managed_confirm != nullptr) return by_rule(*say.managed_confirm);
    const bool has_statement = say.user_confirm != nullptr || say.allow != nullptr;
    Decision base = base_of(facts, standing, settings);
    if (!has_statement && base.effect == Policy::deny) return base;
    if (say.unknown_other != nullptr) return by_failure(*say.unknown_other);
    if (say.user_confirm != nullptr) return by_grant_or_rule(grant, *say.user_confirm, facts);
    if (say.workspace_confirm != nullptr)
        return by_grant_or_rule(grant, *say.workspace_confirm, facts);
    if (stored_deny) return by_grant(*grant, facts);  // the grant lifts the deny, so it is spent
    if (facts.is_undo_of_model) {
        base = asked_about(say.allow != nullptr ? by_rule(*say.allow) : std::move(base));
    } else if (say.allow != nullptr) {
        return by_rule(*say.allow);
    }
    return on_base(facts, standing, settings, std::move(base), grant);
}

Policy floor_of(const Facts& facts, const Standing& standing, const RuleSay& say) {
    if (standing.freeze || covering_denial(facts, standing) != nullptr ||
        broken_denial(facts, standing) != nullptr || managed_denial(say)) {
        return Policy::deny;
    }
    const bool asks =
        say.managed_confirm != nullptr || broken_elsewhere(facts, standing) != nullptr;
    return asks ? Policy::confirm : Policy::allow;
}

Ruling ruling_of(Decision decision, const Facts& facts, const Standing& standing,
                 const RuleSay& say, const ToolRules& rules) {
    if (const BrokenRecord* broken = broken_elsewhere(facts, standing)) {
        ask_for_broken(*broken, decision);
    }
    tell_broken_grants(facts, standing, decision);
    tell_failures(decision, rules);
    return {std::move(decision), floor_of(facts, standing, say), say.wants_person};
}

}  // namespace

bool is_policy_outdated(const Facts& facts, const Standing& standing) noexcept {
    if (standing.stored_policy != Policy::allow || facts.contract.id.origin.empty()) return false;
    return !standing.policy_contract || !is_in_force(*standing.policy_contract, facts);
}

bool covers(const Grant& grant, const Facts& facts) noexcept {
    return usable(grant, facts) && matches(grant, facts);
}

bool covers(const Permission& permission, const Facts& facts) noexcept {
    if (!is_about(permission, facts) || !matches(permission, facts)) return false;
    // A denial outlives clocks and changes of the contract. Only its person takes it back.
    return !permission.allow ||
           (!refuses_always(facts.contract) && is_in_force(permission.consent_digest, facts));
}

std::vector<const ContractChange*> changes_that_matter(const Facts& facts,
                                                       const Standing& standing) {
    std::vector<const ContractChange*> changes;
    if (facts.changes == nullptr) return changes;
    for (const ContractChange& change : *facts.changes) {
        const auto is_lost = [&](const auto& record) {
            return record.consent_digest == change.before && is_about(record, facts) &&
                   matches(record, facts);
        };
        if (change.effect == ChangeEffect::keep) continue;
        const bool of_policy =
            standing.policy_contract == change.before && is_policy_outdated(facts, standing);
        const bool matters =
            of_policy || std::any_of(standing.grants.begin(), standing.grants.end(), is_lost) ||
            std::any_of(standing.permissions.begin(), standing.permissions.end(),
                        [&](const Permission& one) { return one.allow && is_lost(one); });
        if (matters) changes.push_back(&change);
    }
    return changes;
}

std::optional<std::chrono::sys_time<milliseconds>> lapses_at(const Permission& permission,
                                                             const Settings& settings) noexcept {
    if (!permission.allow || !settings.permission_unused_max) return std::nullopt;
    auto since = permission.last_used;
    if (!since && permission.expires) since = permission.expires->set_at;
    if (!since) return std::nullopt;
    return saturating_add(*since, *settings.permission_unused_max);
}

bool has_lapsed(const Permission& permission, const Moment& now,
                const Settings& settings) noexcept {
    const auto lapse = lapses_at(permission, settings);
    return lapse && now.wall >= *lapse;
}

std::optional<Ruling> denied_outright(const Facts& facts, const Standing& standing,
                                      const Settings& settings, const ToolRules& rules) {
    Facts unread{.contract = facts.contract,
                 .subject = facts.subject,
                 .arguments_digest = nullptr,
                 .now = facts.now};
    unread.changes = facts.changes;
    const RuleSay say = say_of(rules, unread);
    auto denial = firm_denial(unread, standing, say);
    if (!denial && standing.stored_policy == Policy::deny) {
        const bool may_be_lifted =
            grants_may_override(settings, say) &&
            std::any_of(standing.grants.begin(), standing.grants.end(),
                        [&](const Grant& grant) { return may_lift(grant, unread, standing); });
        if (!may_be_lifted) denial = stored_denial();
    }
    if (!denial && !may_replace_base(rules)) {
        Decision base = base_of(unread, standing, settings);
        if (base.effect == Policy::deny) denial = std::move(base);
    }
    if (!denial) return std::nullopt;
    return ruling_of(*std::move(denial), unread, standing, say, rules);
}

Ruling decide(const Facts& facts, const Standing& standing, const Settings& settings,
              const ToolRules& rules) {
    const RuleSay say = say_of(rules, facts);
    return ruling_of(decide_on(facts, standing, settings, say), facts, standing, say, rules);
}

}  // namespace iam::consent
