// Why a call would be allowed, asked about or denied: steps 1 to 4, without a trace.
#include "gate/engine/engine.hpp"
#include "gate/steps/decide.hpp"
#include "gate/steps/look_up.hpp"
#include "gate/steps/read_value.hpp"
#include "gate/undo/later_calls.hpp"
#include "gate/undo/undo.hpp"

#include <utility>

namespace iam::gate {
namespace {

std::vector<Explanation::Line> lines_of(const consent::ToolRules& rules,
                                        const consent::Facts& facts) {
    consent::SeenArguments arguments;
    if (facts.arguments != nullptr) arguments = consent::see_arguments(*facts.arguments);
    std::vector<Explanation::Line> lines;
    for (const consent::Rule* rule : rules.rules) {
        lines.push_back({rule->id, rule->scope, rule->effect, consent::to_string(rule->place),
                         consent::speaks(*rule, arguments, facts.now)});
    }
    return lines;
}

}  // namespace

tl::expected<Explanation, ToolResult> Runtime::explain(Call call) {
    const auto pass = engine_->entrance.enter();
    if (!pass) {
        return tl::unexpected(as_result(Refusal(code::cancelled, "The program ends.")));
    }
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
    // A tool that is denied outright is denied with invalid arguments as well.
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
    if (!consent::changes_that_matter(facts, standing).empty()) tell_changes(ruling->decision);
    return Explanation{std::move(ruling->decision), lines_of(rules, facts)};
}

tl::expected<UndoOutlook, ToolResult> Runtime::explain_undo(UndoRequest request) {
    const auto pass = engine_->entrance.enter();
    if (!pass) {
        return tl::unexpected(as_result(Refusal(code::cancelled, "The program ends.")));
    }
    CallState state(engine_, call_for(request), {});
    if (auto refusal = read_undo(state, request.entry))
        return tl::unexpected(as_result(*std::move(refusal)));
    LaterCalls later;
    if (state.proposal.undo->touching) {
        auto found = later_calls(*engine_, *state.proposal.undo->touching);
        if (!found) return tl::unexpected(as_result(unavailable(found.error())));
        later = *std::move(found);
    }
    state.standing.now = engine_->clock.now();
    if (auto refusal = read_standing(state, Reading::anew))
        return tl::unexpected(as_result(*std::move(refusal)));
    auto ruling = consent::decide(facts_of(state), state.standing.known->standing,
                                  engine_->settings.consent, state.standing.known->rules);
    if (ruling.decision.effect == Policy::deny)
        return tl::unexpected(as_result(denied(ruling.decision)));
    UndoOutlook outlook;
    outlook.entry = state.proposal.undo->original;
    outlook.tool = state.proposal.call.tool;
    outlook.arguments = std::move(state.proposal.call.arguments);
    outlook.result = std::move(state.proposal.undo->result);
    outlook.until = state.proposal.undo->until;
    outlook.decision = std::move(ruling.decision);
    outlook.later = std::move(later.outcomes);
    outlook.unsettled = std::move(later.unsettled);
    return outlook;
}

Result<std::vector<ledger::EntryId>> Runtime::undoable(const Subject& subject) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return fail(Errc::unavailable, "The program ends.");
    if (!engine_->settings.audit)
        return fail(Errc::invalid_argument, "This program records nothing to undo from.");
    if (subject.session.empty())
        return fail(Errc::invalid_argument, "Name the session whose calls are meant.");
    return undoable_calls(*engine_, subject);
}

}  // namespace iam::gate
