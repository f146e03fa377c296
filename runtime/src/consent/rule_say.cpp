#include "consent/rule_say.hpp"

#include <iam/core/value_text.hpp>

#include <algorithm>
#include <utility>

namespace iam::consent {
namespace {

using words::Id;
using words::say;

/// Bounds the text of a failure, since each decision repeats it.
constexpr std::size_t k_failure_bytes_max = 1024;

const Rule*& slot_for(RuleSay& say, const Rule& rule) {
    if (rule.effect == Policy::deny) return say.deny;
    if (rule.effect == Policy::allow) return say.allow;
    if (rule.scope == RuleScope::managed) return say.managed_confirm;
    return rule.scope == RuleScope::user ? say.user_confirm : say.workspace_confirm;
}

/// The arguments as a value, made only if a rule reads them.
SeenArguments arguments_of(const ToolRules& rules, const Facts& facts) {
    SeenArguments seen;
    if (facts.arguments == nullptr && facts.arguments_digest == nullptr) return seen;
    const bool wanted = std::any_of(rules.rules.begin(), rules.rules.end(),
                                    [](const Rule* rule) { return !rule->conditions.empty(); });
    if (wanted && facts.arguments != nullptr) {
        seen = see_arguments(*facts.arguments);
        seen.hidden = facts.hidden;
    } else {
        seen.known = SeenArguments::Known::unknown;
    }
    return seen;
}

Id verb_of(Policy effect, bool has_reason) noexcept {
    switch (effect) {
        case Policy::allow:
            return has_reason ? Id::rule_allows_because : Id::rule_allows;
        case Policy::confirm:
            return has_reason ? Id::rule_asks_because : Id::rule_asks;
        case Policy::deny:
            break;
    }
    return has_reason ? Id::rule_denies_because : Id::rule_denies;
}

words::Sentence words_of(RuleScope scope) {
    switch (scope) {
        case RuleScope::managed:
            return say(Id::scope_managed);
        case RuleScope::user:
            return say(Id::scope_user);
        case RuleScope::workspace:
            break;
    }
    return say(Id::scope_workspace);
}

words::Sentence note_of(const RuleFailure& failure) {
    const Id id = failure.last_good_in_force            ? Id::rules_kept
                  : failure.scope == RuleScope::managed ? Id::rules_deny
                                                        : Id::rules_ask;
    return say(id, {{"scope", words_of(failure.scope)},
                    {"file", failure.file},
                    {"problem", shown(failure.message, k_failure_bytes_max)}});
}

}  // namespace

RuleSay say_of(const ToolRules& rules, const Facts& facts) {
    RuleSay say;
    if (!rules.book) return say;
    for (const RuleFailure& failure : rules.book->failures()) {
        if (failure.last_good_in_force) continue;
        (failure.scope == RuleScope::managed ? say.unknown_managed : say.unknown_other) = &failure;
    }
    SeenArguments arguments = arguments_of(rules, facts);
    for (const Rule* rule : rules.rules) {
        const Rule*& slot = slot_for(say, *rule);
        // The first rule of each kind is enough, but any further one may want a person.
        if (slot != nullptr && !rule->only_person) continue;
        if (!speaks(*rule, arguments, facts.now)) continue;
        if (slot == nullptr) slot = rule;
        say.wants_person = say.wants_person || rule->only_person;
    }
    return say;
}

std::optional<Decision> managed_denial(const RuleSay& say) {
    if (say.unknown_managed != nullptr) return by_failure(*say.unknown_managed);
    // Of several denials the managed one comes first.
    if (say.deny != nullptr && say.deny->scope == RuleScope::managed) return by_rule(*say.deny);
    return std::nullopt;
}

Decision by_rule(const Rule& rule) {
    Decision decision{.effect = rule.effect,
                      .source = Source::rule,
                      .source_id = rule.id,
                      .place = to_string(rule.place)};
    decision.reason =
        say(verb_of(rule.effect, !rule.reason.empty()), {{"scope", words_of(rule.scope)},
                                                         {"id", rule.id},
                                                         {"place", decision.place},
                                                         {"reason", rule.reason}});
    return decision;
}

Decision by_failure(const RuleFailure& failure) {
    const bool denies = failure.scope == RuleScope::managed;
    return {.effect = denies ? Policy::deny : Policy::confirm,
            .source = Source::rule,
            .reason = note_of(failure),
            .place = failure.file};
}

void tell_failures(Decision& decision, const ToolRules& rules) {
    if (!rules.book) return;
    for (const RuleFailure& failure : rules.book->failures()) {
        words::Sentence note = note_of(failure);
        const auto& said = decision.reason.all();
        if (std::find(said.begin(), said.end(), note) != said.end()) continue;
        decision.reason.add(std::move(note));
    }
}

}  // namespace iam::consent
