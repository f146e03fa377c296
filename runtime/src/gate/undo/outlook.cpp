// Looks at undos without a trace: lists undoable calls, and explains an undo.
#include "gate/consent/recipe_tools.hpp"
#include "gate/engine/engine.hpp"
#include "gate/steps/decide.hpp"
#include "gate/undo/later_calls.hpp"
#include "gate/undo/recipe_call.hpp"
#include "gate/undo/undo.hpp"
#include <iam/gate/runtime.hpp>

#include <utility>

namespace iam::gate {

tl::expected<UndoOutlook, ToolResult> Runtime::explain_undo(UndoRequest request) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return tl::unexpected(reply_after_the_end());
    CallState state(engine_, call_for(request), {});
    if (auto refusal = read_undo(state, request.entry))
        return tl::unexpected(as_result(*std::move(refusal)));
    LaterCalls later;
    if (state.proposal.undo->touching) {
        auto found = later_calls(*engine_, *state.proposal.undo->touching, request.within_call);
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
    if (auto refusal = check_recipe_tools(state))
        return tl::unexpected(as_result(*std::move(refusal)));
    UndoOutlook outlook;
    outlook.entry = state.proposal.undo->original;
    outlook.tool = state.proposal.call.tool;
    outlook.arguments = std::move(state.proposal.call.arguments);
    outlook.result = std::move(state.proposal.undo->result);
    outlook.calls = recipe_call_of(state);
    outlook.until = state.proposal.undo->until;
    outlook.decision = std::move(ruling.decision);
    outlook.wants_person = ruling.wants_person;
    outlook.later = std::move(later.outcomes);
    outlook.unsettled = std::move(later.unsettled);
    return outlook;
}

Result<std::vector<ledger::EntryId>> Runtime::undoable(const Subject& subject) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    if (!engine_->settings.audit)
        return fail(Errc::invalid_argument, "This program records nothing to undo from.");
    if (subject.session.empty())
        return fail(Errc::invalid_argument, "Name the session whose calls are meant.");
    return undoable_calls(*engine_, subject);
}

}  // namespace iam::gate
