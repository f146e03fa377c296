// Nothing of the host's code runs between the permit and the function.
#include "gate/steps/run_function.hpp"

#include "gate/functions/placing.hpp"
#include "gate/functions/replies.hpp"
#include "gate/functions/time_limit.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/record/records.hpp"
#include "gate/steps/read_value.hpp"
#include <iam/core/json.hpp>
#include <iam/tool/client.hpp>
#include <iam/tool/codes.hpp>
#include <iam/tool/context.hpp>

#include <utility>

namespace iam::gate {
namespace {

Reply call_handler(const CallState& call, const Permit& permit, Context& context) {
    const Handler& handler = *call.tool.handler;
    if (call.run.pins) ContextAccess::give_pins(context, *call.run.pins);
    ContextAccess::keep_states(context, call.basis.parts.store.key());
    if (call.proposal.undo) {
        ContextAccess::give_left(context, states_of(call.proposal.undo->states));
        ContextAccess::give_kept(context, call.proposal.undo->kept);
        return handler.undo(permit, call.proposal.call.arguments, call.proposal.undo->result,
                            context);
    }
    ContextAccess::give_inputs(context, call.question.inputs);
    return handler.call(permit, call.proposal.call.arguments, context);
}

/// Passes the function's progress on to the caller, without secrets.
Progress::Listener for_caller(const CallState& call) {
    return [&call](const ProgressReport& report) {
        if (call.run.duty.is_taken()) return;  // overdue: the caller has its reply
        call.proposal.options.on_progress(
            {report.done, report.total, scrub_text(report.message, call.value.redaction.texts)});
    };
}

/// Passes the function's log messages on to the caller, without secrets.
LogListener log_for_caller(const CallState& call) {
    return [&call](const LogMessage& message) {
        if (call.run.duty.is_taken()) return;  // overdue: the caller has its reply
        call.proposal.options.on_log({message.level,
                                      scrub_text(message.message, call.value.redaction.texts),
                                      scrub_text(message.logger, call.value.redaction.texts)});
    };
}

/// Passes the function's questions on to the client, without secrets.
AskClient ask_for_function(const CallState& call) {
    using Answers = std::vector<Result<std::string>>;
    return [&call](const std::vector<ClientQuestion>& questions) {
        const auto nobody = [&](const char* why) {
            return Answers(questions.size(), fail(Errc::unavailable, why));
        };
        if (call.run.duty.is_taken())
            return nobody("The call's time is over, so the client is asked nothing more.");
        std::vector<ClientQuestion> scrubbed = questions;
        for (ClientQuestion& question : scrubbed)
            question.params = scrub_text(question.params, call.value.redaction.texts);
        Answers answers;
        const Ran ran = run_guarded([&] {
            answers = call.proposal.options.ask_client(scrubbed);
            return Reply::done();
        });
        const bool is_whole = ran.reply.success && answers.size() == questions.size();
        return is_whole ? answers : nobody("The client cannot be asked.");
    };
}

/// True if the bytes are still the ones consented to. Only hooks see the call itself; all other
/// code has a copy.
bool holds_its_value(const CallState& call, const Permit& permit) {
    if (call.basis.parts.interceptors.empty()) return true;
    const Digest& consent_digest = call.tool.contract->digests.consent;
    const Digest now = digest_arguments(call.basis.parts.store.key(), consent_digest,
                                        call.proposal.call.arguments);
    return now == permit.arguments_digest();
}

void check_result(const CallState& call, Outcome& outcome) {
    if (!outcome.result) return;
    const std::size_t bytes_max = call.basis.settings.result_bytes_max;
    if (outcome.result->size() > bytes_max) {
        outcome.code = code::tool_failed;
        outcome.message = "The function ran, but its result is longer than " +
                          std::to_string(bytes_max) + " bytes; do not repeat the call.";
    } else if (!is_valid_utf8(*outcome.result)) {
        outcome.code = code::unencodable_result;
        outcome.message = "The function ran, but its result is not UTF-8; do not repeat the call.";
    }
    if (!outcome.code.empty()) outcome.result.reset();
}

/// The function of a tool in this program knows its own end. Only a call of another program's tool
/// can be lost on its way.
bool is_lost(const CallState& call, const Reply& reply) {
    return !reply.success && reply.code == code::outcome_unknown &&
           !call.tool.contract->id.origin.empty();
}

Outcome judge(const CallState& call, Ran&& ran) {
    Outcome outcome;
    outcome.is_unknown = is_lost(call, ran.reply);
    if (outcome.is_unknown) ran.reply.code = code::tool_failed;
    keep_to_the_rules(ran, call.value.redaction.texts);
    if (outcome.is_unknown) ran.reply.code = code::outcome_unknown;
    outcome.success = ran.reply.success;
    outcome.result = std::move(ran.reply.result);
    if (outcome.success) {
        check_result(call, outcome);
    } else {
        outcome.code = std::move(ran.reply.code);
        outcome.cause = std::move(ran.cause);
        outcome.message = std::move(ran.reply.message);
    }
    return outcome;
}

/// Times the function alone, without its wait for a turn; also if it throws.
class Timer {
 public:
    struct Times {
        std::chrono::microseconds begin{0};
        std::chrono::microseconds taken{0};  ///< zero if the clock failed at the beginning
        std::optional<Moment> end{};
    };
    Timer(const Clock& clock, Times& times) : clock_(clock), times_(times) {
        times_.begin = clock.fine_boot();
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer() {
        times_.taken = clock_.fine_boot() - times_.begin;
        times_.end = clock_.now();
    }

 private:
    const Clock& clock_;
    Times& times_;
};

Outcome not_the_value() {
    Outcome outcome;
    outcome.code = code::stale_approval;
    outcome.message =
        "The arguments changed after they were decided on; the function was not called.";
    return outcome;
}

Outcome not_placed() {
    Outcome outcome;
    outcome.code = code::cancelled;
    outcome.message =
        "The function was not called: the call was stopped before its turn, or the thread that it "
        "belongs to took no more.";
    return outcome;
}

Outcome run_permitted(CallState& call, Stops& stops, const Permit& permit) {
    const Stops::Running running(stops);
    Timer::Times times;
    Context context(call.proposal.call.subject, call.proposal.call.proposer, call.proposal.call.id,
                    call.run.stop.token(), &call.value.digest);
    if (call.proposal.undo)
        ContextAccess::name_undo(context, "undo." + to_string(call.proposal.undo->original));
    Progress::Listener listener;
    if (call.proposal.options.on_progress) {
        listener = for_caller(call);
        ContextAccess::tell_progress(context, listener);
    }
    LogListener log_listener;
    if (call.proposal.options.on_log && !call.proposal.undo) {
        log_listener = log_for_caller(call);
        ContextAccess::tell_log(context, log_listener);
    }
    AskClient ask;
    if (call.proposal.options.ask_client && !call.proposal.undo) {
        ask = ask_for_function(call);
        ContextAccess::let_ask(context, ask);
    }
    const auto timed = [&] {
        std::optional<Timer> timer;  // for the ledger alone
        if (call.basis.settings.audit) timer.emplace(call.basis.clock, times);
        return call_handler(call, permit, context);
    };
    const bool has_place = call.basis.parts.place || !call.tool.contract->executor.empty();
    Placed placed = has_place ? run_in_place(call, timed) : Placed{run_guarded(timed), true};
    // One outcome for every return: it is built in the caller's place.
    Outcome outcome = placed.called ? judge(call, std::move(placed.ran)) : not_placed();
    if (!placed.called) return outcome;
    if (outcome.success && !call.proposal.undo) {
        outcome.touched = context.touched();
        outcome.states = ContextAccess::states(context);
        outcome.kept = ContextAccess::take_kept(context);
        outcome.no_undo = ContextAccess::no_undo(context);
    }
    if (outcome.code == code::requires_user_input) {
        outcome.asked = ContextAccess::asked(context);
        for (InputRequest& request : outcome.asked)
            scrub_request(request, call.value.redaction.texts);
    }
    outcome.duration = times.taken;
    outcome.ended = times.end;
    return outcome;
}

}  // namespace

Outcome run_function(CallState& call, Stops& stops, ReplyDuty::Holder& duty) {
    const Permit permit = PermitIssuer::issue(call.proposal.call.id, call.value.digest);
    // An undo's values were read from the verified record on this way in.
    const bool is_as_permitted = call.proposal.undo || holds_its_value(call, permit);
    Outcome outcome = is_as_permitted ? run_permitted(call, stops, permit) : not_the_value();
    {
        // The thread that answers an overdue call writes its entry under the same lock, so the
        // outcome always follows that entry.
        const RecordingLock lock(call);
        outcome.is_late = !duty.take();
    }
    outcome.waits = !outcome.is_late && can_wait(call, outcome.asked);
    return outcome;
}

}  // namespace iam::gate
