// The arguments of these calls are not known before they run, so only denials without conditions
// count. Each is read from the store: such a call goes to another program and is slow anyway.
#include "gate/consent/recipe_tools.hpp"

#include <iam/consent/rules.hpp>

#include <string>
#include <utility>

namespace iam::gate {
namespace {

Result<std::optional<consent::Decision>> denial_of(const CallState& call, const ToolId& id) {
    const Basis& basis = call.basis;
    const Subject& subject = call.proposal.call.subject;
    const FoundTool found = find_tool(basis, id);
    // A tool that is not offered may be denied by its name.
    Contract by_name;
    by_name.id = id;
    const Contract& contract = found ? *found.contract : by_name;
    IAM_TRY(standing, basis.parts.store.standing(id, subject));
    const auto rules = consent::rules_for(rules_now(basis), contract, standing.trust);
    const consent::Facts facts{.contract = contract, .subject = subject, .now = call.standing.now};
    auto ruling = consent::denied_outright(facts, standing, basis.settings.consent, rules);
    if (!ruling) return std::optional<consent::Decision>();
    return std::optional<consent::Decision>(std::move(ruling->decision));
}

std::optional<Refusal> as_refusal(const Result<std::optional<consent::Decision>>& denial) {
    if (!denial) return unavailable(denial.error());
    if (!*denial) return std::nullopt;
    return denied(**denial);
}

}  // namespace

Result<std::optional<consent::Decision>> denial_of_recipe(const CallState& call) {
    const Contract& contract = *call.tool.contract;
    for (const std::string& name : contract.also_calls) {
        if (name == contract.id.name) continue;
        const ToolId id{contract.id.origin, name};
        IAM_TRY(denial, denial_of(call, id));
        if (!denial) continue;
        words::Sentences reason("Its recipe calls " + display_name(id) + ", which is denied.");
        reason.add(std::move(denial->reason));
        denial->reason = std::move(reason);
        return denial;
    }
    return std::optional<consent::Decision>();
}

std::optional<Refusal> check_recipe_tools(const CallState& call) {
    if (call.tool.contract->also_calls.empty()) return std::nullopt;
    return as_refusal(denial_of_recipe(call));
}

std::optional<Refusal> check_recipe_preview(const CallState& call) {
    if (call.tool.contract->also_calls.empty()) return std::nullopt;
    if (auto refusal = as_refusal(denial_of(call, call.tool.contract->id))) return refusal;
    return check_recipe_tools(call);
}

}  // namespace iam::gate
