// "The life of one call" of ARCHITECTURE.md, as one list.
#include "gate/run_steps.hpp"

#include "gate/ends/answer.hpp"
#include "gate/ends/end.hpp"
#include "gate/ends/repetition.hpp"
#include "gate/engine/engine.hpp"
#include "gate/functions/time_limit.hpp"
#include "gate/steps/ask_for_vetoes.hpp"
#include "gate/steps/commit_intent.hpp"
#include "gate/steps/deny_outright.hpp"
#include "gate/steps/look_up.hpp"
#include "gate/steps/read_value.hpp"
#include "gate/steps/record_outcome.hpp"
#include "gate/steps/rewrite_reply.hpp"
#include "gate/steps/run_function.hpp"
#include "gate/steps/seek_consent.hpp"
#include "gate/steps/show_effect.hpp"
#include "gate/steps/tell_listeners.hpp"

#include <utility>

namespace iam::gate {
namespace {

/// The standing may change between steps 2 and 4, during hooks and the look for a repetition.
Reading after_reading(const CallState& call) {
    const bool ran_nothing =
        call.basis.parts.interceptors.empty() && call.proposal.id_source == IdSource::made;
    return ran_nothing ? Reading::as_read : Reading::current;
}

}  // namespace

Attempt run_steps(const CallPointer& shared, Reading reading) {
    CallState& call = *shared;
    Engine& engine = *call.engine;
    if (!call.value.is_read) {
        IAM_STEP(look_up_tool(call));                         //  1
        IAM_STEP(deny_outright(call));                        //  2
        IAM_STEP(read_value(call));                           //  3
        IAM_STEP(recognise_repetition(call, engine.active));  //     of an id given by the host
        reading = after_reading(call);
    }
    IAM_STEP(decide(call, reading));  //  4
    IAM_STEP(take_consent(call));     //  6, if it is there already
    if (needs_person(call)) {
        show_effect(call, engine.previewers);  //  5
        IAM_STEP(ask_person(shared));          //  6
    }
    IAM_STEP(ask_for_vetoes(call));                                              //  7
    IAM_STEP(commit_intent(call, engine.active, engine.stops, engine.workers));  //  8
    run_on_its_thread(shared, [](const CallPointer& running, ReplyDuty::Holder& duty) {
        Outcome outcome = run_function(*running, running->engine->stops, duty);  //  9
        const auto recorded = record_outcome(*running, outcome);                 // 10
        ToolResult reply = rewrite_reply(*running, outcome, recorded);           // 11
        tell_listeners(running->writer, recorded);                               // 12
        answer_or_ask(running, duty, outcome, std::move(reply));
    });
    return Committed{};
}

void go_on(const CallPointer& call, Reading reading) {
    try {
        Attempt attempt = run_steps(call, reading);
        for (int i = 1; i < k_commit_attempts_max && std::holds_alternative<Conflict>(attempt);
             ++i) {
            call->basis.clock.look_at(call->basis.parts.store);
            attempt = run_steps(call, Reading::anew);
        }
        end(call, std::move(attempt));
    } catch (...) {
        give_up(*call);
    }
}

}  // namespace iam::gate
