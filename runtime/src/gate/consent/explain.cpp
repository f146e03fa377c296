// Why a call would be allowed, asked about or denied: steps 1 to 4, without a trace.
#include "gate/engine/engine.hpp"
#include "gate/state/call_state.hpp"
#include "gate/undo/later_calls.hpp"

#include <utility>

namespace iam::gate {
namespace {

ToolResult as_result(Refusal refusal) {
    ToolResult result;
    result.code = std::move(refusal.code);
    result.message = std::move(refusal.message);
    result.errors = std::move(refusal.errors);
    return result;
}

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
        return tl::unexpected(as_result({std::string(code::cancelled), "The program ends."}));
    }
    CallState state(engine_, std::move(call), {}, {});
    if (auto refusal = find_called_tool(state))
        return tl::unexpected(as_result(*std::move(refusal)));
    state.reread = true;  // A spent grant moves no epoch.
    if (auto refusal = read_standing(state)) return tl::unexpected(as_result(*std::move(refusal)));
    const consent::Standing& standing = state.known->standing;
    const consent::ToolRules& rules = state.known->rules;
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
        facts.arguments_digest = &state.arguments_digest;
        facts.arguments = &state.call.arguments;
        if (state.keys_digest) facts.keys_digest = &*state.keys_digest;
        read_earlier_arguments(state);
    }
    if (!ruling) ruling = consent::decide(facts, standing, settings, rules);
    if (!consent::changes_that_matter(facts, standing).empty()) tell_changes(ruling->decision);
    return Explanation{std::move(ruling->decision), lines_of(rules, facts)};
}

tl::expected<UndoOutlook, ToolResult> Runtime::explain_undo(UndoRequest request) {
    const auto pass = engine_->entrance.enter();
    if (!pass) {
        return tl::unexpected(as_result({std::string(code::cancelled), "The program ends."}));
    }
    CallState state(engine_, call_for(request), {}, {});
    if (auto refusal = read_undo(state, request.entry))
        return tl::unexpected(as_result(*std::move(refusal)));
    LaterCalls later;
    if (state.undo->touching) {
        auto found = later_calls(*engine_, *state.undo->touching);
        if (!found) return tl::unexpected(as_result(unavailable(found.error())));
        later = *std::move(found);
    }
    state.now = engine_->clock.now();
    state.reread = true;
    if (auto refusal = read_standing(state)) return tl::unexpected(as_result(*std::move(refusal)));
    auto ruling = consent::decide(facts_of(state), state.known->standing, engine_->settings.consent,
                                  state.known->rules);
    if (ruling.decision.effect == Policy::deny)
        return tl::unexpected(as_result(denied(ruling.decision)));
    UndoOutlook outlook;
    outlook.entry = state.undo->original;
    outlook.tool = state.call.tool;
    outlook.arguments = std::move(state.call.arguments);
    outlook.result = std::move(state.undo->result);
    outlook.until = state.undo->until;
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
