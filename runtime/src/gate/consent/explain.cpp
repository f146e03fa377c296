// Why a call would be allowed, asked about or denied: steps 1 to 4, without a trace.
#include "gate/consent/recipe_tools.hpp"
#include "gate/engine/engine.hpp"
#include "gate/steps/decide.hpp"
#include "gate/steps/look_up.hpp"
#include "gate/steps/read_value.hpp"
#include <iam/consent/rules.hpp>
#include <iam/gate/consent.hpp>

#include <utility>

namespace iam::gate {
namespace {

std::vector<Explanation::Line> lines_of(const consent::ToolRules& rules,
                                        const consent::Facts& facts) {
    consent::SeenArguments arguments;
    if (facts.arguments != nullptr) arguments = consent::see_arguments(*facts.arguments);
    std::vector<Explanation::Line> lines;
    for (const consent::Rule* rule : rules.rules) {
        lines.push_back({.id = rule->id,
                         .scope = rule->scope,
                         .effect = rule->effect,
                         .place = consent::to_string(rule->place),
                         .speaks = consent::speaks(*rule, arguments, facts.now)});
    }
    return lines;
}

}  // namespace

tl::expected<Explanation, ToolResult> Consent::explain(Call call) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return tl::unexpected(reply_after_the_end());
    CallState state(engine_, std::move(call), {});
    if (auto refusal = look_up_tool(state)) return tl::unexpected(as_result(*std::move(refusal)));
    // A spent grant moves no epoch.
    if (auto refusal = read_standing(state, Reading::anew))
        return tl::unexpected(as_result(*std::move(refusal)));
    const consent::Standing& standing = state.standing.known->standing;
    const consent::ToolRules& rules = state.standing.known->rules;
    const consent::Settings& settings = engine_->settings.consent;
    consent::Facts facts = facts_of(state);
    facts.arguments_digest = nullptr;
    facts.arguments = nullptr;
    facts.keys_digest = nullptr;
    // If a tool is denied outright, it is denied with invalid arguments as well.
    auto ruling = consent::denied_outright(facts, standing, settings, rules);
    if (auto refusal = read_arguments(state)) {
        if (!ruling) return tl::unexpected(as_result(*std::move(refusal)));
    } else {
        facts.arguments_digest = &state.value.digest;
        facts.arguments = &state.proposal.call.arguments;
        if (state.value.keys_digest) facts.keys_digest = &*state.value.keys_digest;
        read_earlier_arguments(state);
    }
    if (!ruling) ruling = consent::decide(facts, standing, settings, rules);
    if (ruling->decision.effect != Policy::deny) {
        auto denial = denial_of_recipe(state);
        if (!denial) return tl::unexpected(as_result(unavailable(denial.error())));
        if (*denial) ruling->decision = **std::move(denial);
    }
    if (!consent::changes_that_matter(facts, standing).empty()) tell_changes(ruling->decision);
    return Explanation{std::move(ruling->decision), lines_of(rules, facts)};
}

}  // namespace iam::gate
