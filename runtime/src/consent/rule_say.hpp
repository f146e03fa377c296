// What the rules say about one call, and how a decision words it.
#pragma once

#include <iam/consent/decision.hpp>
#include <iam/consent/rules.hpp>

namespace iam::consent {

/// Of each kind the first in the order of ToolRules; nullptr: none.
struct RuleSay {
    const Rule* deny = nullptr;
    const Rule* managed_confirm = nullptr;
    const Rule* user_confirm = nullptr;
    const Rule* workspace_confirm = nullptr;
    const Rule* allow = nullptr;
    bool wants_person = false;  ///< a managed confirm that speaks says so
    // Files of which nothing is known.
    const RuleFailure* unknown_managed = nullptr;
    const RuleFailure* unknown_other = nullptr;
};
RuleSay say_of(const ToolRules& rules, const Facts& facts);

/// A managed file's rules, known or not.
std::optional<Decision> managed_denial(const RuleSay& say);

Decision by_rule(const Rule& rule);
Decision by_failure(const RuleFailure& failure);

}  // namespace iam::consent
