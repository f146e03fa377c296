#include "rule_say.hpp"

#include <iam/core/value_text.hpp>

#include <algorithm>
#include <utility>

namespace iam::consent {
namespace {

/// A failure stands in every decision.
constexpr std::size_t k_failure_bytes_max = 1024;

const Rule*& slot_for(RuleSay& say, const Rule& rule) {
    if (rule.effect == Policy::deny) return say.deny;
    if (rule.effect == Policy::allow) return say.allow;
    if (rule.scope == RuleScope::managed) return say.managed_confirm;
    return rule.scope == RuleScope::user ? say.user_confirm : say.workspace_confirm;
}

/// The arguments as a value, made only where a rule looks at them.
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

std::string_view verb_of(Policy effect) noexcept {
    switch (effect) {
        case Policy::allow:
            return "allows it";
        case Policy::confirm:
            return "wants each such call confirmed";
        case Policy::deny:
            break;
    }
    return "denies it";
}

std::string note_of(const RuleFailure& failure) {
    std::string note = "The " + std::string(to_string(failure.scope)) + " rules in " +
                       failure.file + " cannot be taken up";
    note += failure.last_good_in_force            ? ", so their last good version is in force: "
            : failure.scope == RuleScope::managed ? ", so every call is denied: "
                                                  : ", so every call is asked about: ";
    return note + shown(failure.message, k_failure_bytes_max);
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
        // One of each kind is enough, but any of them may want a person.
        if (slot != nullptr && !rule->only_person) continue;
        if (!speaks(*rule, arguments, facts.now)) continue;
        if (slot == nullptr) slot = rule;
        say.wants_person = say.wants_person || rule->only_person;
    }
    return say;
}

std::optional<Decision> managed_denial(const RuleSay& say) {
    if (say.unknown_managed != nullptr) return by_failure(*say.unknown_managed);
    // Of several denials a managed one comes first.
    if (say.deny != nullptr && say.deny->scope == RuleScope::managed) return by_rule(*say.deny);
    return std::nullopt;
}

Decision by_rule(const Rule& rule) {
    Decision decision{rule.effect, Source::rule, rule.id, {}, to_string(rule.place)};
    decision.reason = "The " + std::string(to_string(rule.scope)) + " rule \"" + rule.id + "\" (" +
                      decision.place + ") " + std::string(verb_of(rule.effect));
    decision.reason += rule.reason.empty() ? "." : ": " + rule.reason;
    return decision;
}

Decision by_failure(const RuleFailure& failure) {
    const bool denies = failure.scope == RuleScope::managed;
    return {
        denies ? Policy::deny : Policy::confirm, Source::rule, {}, note_of(failure), failure.file};
}

void tell_failures(Decision& decision, const ToolRules& rules) {
    if (!rules.book) return;
    for (const RuleFailure& failure : rules.book->failures()) {
        const std::string note = note_of(failure);
        if (decision.reason.find(note) != std::string::npos) continue;
        decision.reason += (decision.reason.empty() ? "" : " ") + note;
    }
}

}  // namespace iam::consent
