// Compares hints, titles and icons. An absent hint counts as the protocol's default.
#include "contract/digests/stated_facts.hpp"
#include "contract/findings/made_finding.hpp"
#include "contract/findings/tool_changes.hpp"
#include "contract/normal/members.hpp"
#include <iam/contract/risk_tier.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace iam::contract {
namespace {

struct HintRules {
    const char* member;
    bool if_absent;  // the default of the Model Context Protocol
    std::string_view to_true;
    std::string_view to_false;
};

constexpr std::array k_hints{
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    HintRules{#mcp, if_absent, #to_true, #to_false},
#include <iam/contract/facts.def>
};

std::optional<bool> stated(const Json* hint) {
    if (hint == nullptr || !hint->is_boolean()) return std::nullopt;
    return hint->get<bool>();
}

void compare_hint(const HintRules& rules, const Json* before, const Json* after,
                  std::vector<Finding>& found) {
    const std::string pointer = std::string("/annotations/") + rules.member;
    const bool was = stated(before).value_or(rules.if_absent);
    const bool is = stated(after).value_or(rules.if_absent);
    Finding finding = made_finding(is ? rules.to_true : rules.to_false, pointer, before, after);
    if (was == is) {
        finding.change = ChangeClass::compatible;
        finding.grants = GrantEffect::keep;
        finding.level = Level::info;
    }
    found.push_back(std::move(finding));
}

// Compares tiers of risk by the stated hints. A read-only tool may state the default, destructive.
// The hint then means the same, but the tier rises.
void name_tier(const Json& before, const Json& after, std::vector<Finding>& found) {
    const RiskTier was = risk_tier(stated_hints(before));
    const RiskTier is = risk_tier(stated_hints(after));
    if (was == is) return;
    const GrantEffect wanted = is > was ? GrantEffect::revoke : GrantEffect::keep;
    for (const Finding& finding : found)
        if (finding.change == ChangeClass::consent && finding.grants == wanted) return;
    for (Finding& finding : found)
        if (finding.pointer == "/annotations/destructiveHint")
            take_rule(is > was ? "A09" : "A10", finding);
}

}  // namespace

std::vector<Finding> annotation_findings(const ToolPair& tools) {
    std::vector<Finding> found;
    const auto compare_text = [&](const std::string& pointer, const Json* before,
                                  const Json* after) {
        if (!same_value(before, after))
            found.push_back(made_finding("A12", pointer, before, after));
    };
    for (const char* member : {"title", "icons"})
        compare_text(std::string("/") + member, find_member(tools.before, member),
                     find_member(tools.after, member));
    const Json& before = object_member(tools.before, "annotations");
    const Json& after = object_member(tools.after, "annotations");
    for (const std::string& name : member_names(before, after)) {
        const Json* old_value = find_member(before, name);
        const Json* new_value = find_member(after, name);
        if (same_value(old_value, new_value)) continue;
        const auto hint = std::find_if(k_hints.begin(), k_hints.end(), [&](const HintRules& rules) {
            return rules.member == name;
        });
        std::string pointer = "/annotations";
        append_pointer(pointer, name);
        if (hint != k_hints.end())
            compare_hint(*hint, old_value, new_value, found);
        else if (name == "title")
            compare_text(pointer, old_value, new_value);
        else
            found.push_back(made_finding("S07", pointer, old_value, new_value));
    }
    name_tier(before, after, found);
    return found;
}

}  // namespace iam::contract
