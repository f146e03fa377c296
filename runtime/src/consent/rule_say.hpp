// Sorts the rules about one call, and puts them into decisions.
#pragma once

#include <iam/consent/decision.hpp>
#include <iam/consent/rules.hpp>

namespace iam::consent {

/// The first rule of each kind in the order of ToolRules; nullptr: none.
struct RuleSay {
    const Rule* deny = nullptr;
    const Rule* managed_confirm = nullptr;
    const Rule* user_confirm = nullptr;
    const Rule* workspace_confirm = nullptr;
    const Rule* allow = nullptr;
    bool wants_person = false;  ///< a managed confirm about the call wants a person
    // Files with unknown rules.
    const RuleFailure* unknown_managed = nullptr;
    const RuleFailure* unknown_other = nullptr;
};
RuleSay say_of(const ToolRules& rules, const Facts& facts);

/// A denial by a managed rule, or by a managed file with unknown rules.
std::optional<Decision> managed_denial(const RuleSay& say);

Decision by_rule(const Rule& rule);
Decision by_failure(const RuleFailure& failure);

}  // namespace iam::consent
