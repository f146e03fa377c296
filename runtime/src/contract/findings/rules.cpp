// Holds the table of rules as values.
#include "iam/contract/findings.hpp"
#include <iam/core/assert.hpp>

#include <algorithm>
#include <array>

namespace iam::contract {
namespace {

constexpr std::array k_rules{
#define IAM_RULE(rule_id, rule_side, rule_name, rule_change, rule_grants, rule_level, \
                 rule_witness, rule_explanation, rule_example)                        \
    Rule{.id = #rule_id,                                                              \
         .side = Side::rule_side,                                                     \
         .name = rule_name,                                                           \
         .change = ChangeClass::rule_change,                                          \
         .grants = GrantEffect::rule_grants,                                          \
         .level = Level::rule_level,                                                  \
         .witness = WitnessKind::rule_witness,                                        \
         .explanation = rule_explanation,                                             \
         .example = rule_example},
#include "rules.def"
#undef IAM_RULE
};

constexpr std::array k_later_rules{
#define IAM_LATER_RULE(id, why) LaterRule{#id, why},
#include "later_rules.def"
#undef IAM_LATER_RULE
};

template <class Enum, std::size_t N>
std::string_view word_of(const std::array<std::string_view, N>& words, Enum value) noexcept {
    return words.at(static_cast<std::size_t>(value));
}

}  // namespace

std::span<const Rule> rules() noexcept {
    return k_rules;
}

std::span<const LaterRule> later_rules() noexcept {
    return k_later_rules;
}

const Rule* find_rule(std::string_view id) noexcept {
    const auto found = std::find_if(k_rules.begin(), k_rules.end(),
                                    [&](const Rule& rule) { return rule.id == id; });
    return found == k_rules.end() ? nullptr : &*found;
}

void take_rule(std::string_view id, Finding& finding) {
    finding.rule = find_rule(id);
    IAM_ASSERT(finding.rule != nullptr);
    finding.change = finding.rule->change;
    finding.grants = finding.rule->grants;
    finding.level = finding.rule->level;
}

std::string_view to_string(Side side) noexcept {
    return word_of<Side, 7>({"tool", "input", "output", "annotation", "gate", "text", "structure"},
                            side);
}

std::string_view to_string(ChangeClass change) noexcept {
    return word_of<ChangeClass, 5>({"breaking", "consent", "unknown", "behaviour", "compatible"},
                                   change);
}

std::string_view to_string(GrantEffect effect) noexcept {
    return word_of<GrantEffect, 3>({"keep", "suspend", "revoke"}, effect);
}

std::string_view to_string(Level level) noexcept {
    return word_of<Level, 4>({"error", "warning", "info", "silent"}, level);
}

}  // namespace iam::contract
