// Steps 9 to 12 of a call: the function, its outcome in the ledger, the reply.
#include "gate/engine/engine.hpp"
#include "gate/functions/pins.hpp"
#include "gate/functions/placing.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/questions/prompts.hpp"
#include "gate/record/records.hpp"
#include "gate/state/call_state.hpp"
#include "gate/steps/recorded_call.hpp"
#include <iam/core/json.hpp>
#include <iam/tool/codes.hpp>
#include <iam/tool/context.hpp>

#include <utility>

namespace iam::gate {
namespace {

// An effect that is not recorded is the worst end of a call, so writing its outcome is tried again.
constexpr int k_outcome_attempts_max = 3;

/// What step 9 gave, in the form in which it is recorded and answered.
struct Outcome {
    bool success = false;  ///< the function did its work; with a code: but its result is unusable
    std::string code{};
    std::string message{};  ///< for the caller
    std::string cause{};    ///< for the ledger
    std::optional<std::string> result{};
    std::chrono::microseconds duration{0};
    std::optional<Moment> ended{};  ///< nothing: the function was not called
    std::vector<std::string> touched{};
    ContextAccess::States states{};  ///< of what it touched
    std::vector<InputRequest> asked{};
};

/// Of a call that may be overdue: two threads record what becomes of it.
class RecordingLock {
 public:
    explicit RecordingLock(CallState& call) : lock_(call.recording, std::defer_lock) {
        if (call.tool.contract->timeout) lock_.lock();
    }

 private:
    std::unique_lock<std::mutex> lock_;
};

Reply run_function(const CallState& call, const Permit& permit, Context& context) {
    const Handler& handler = *call.tool.handler;
    if (call.pins) ContextAccess::give_pins(context, *call.pins);
    ContextAccess::keep_states(context, call.engine->parts.store.key());
    if (call.undo) {
        ContextAccess::give_left(context, states_of(call.undo->states));
        return handler.undo(permit, call.call.arguments, call.undo->result, context);
    }
    ContextAccess::give_inputs(context, call.inputs);
    return handler.call(permit, call.call.arguments, context);
}

/// What the function says of how far it is, as the caller may hear it.
Progress::Listener for_caller(const CallState& call) {
    return [&call](const ProgressReport& report) {
        if (call.answered) return;  // overdue: the caller has its reply
        call.options.on_progress(
            {report.done, report.total, scrub_text(report.message, call.redaction.texts)});
    };
}

/// True if the bytes are still those that were consented to. Only hooks see the call itself; everybody else has a copy.
bool holds_its_value(const CallState& call, const Permit& permit) {
    if (call.engine->parts.interceptors.empty()) return true;
    const Digest& consent_digest = call.tool.contract->digests.consent;
    const Digest now =
        digest_arguments(call.engine->parts.store.key(), consent_digest, call.call.arguments);
    return now == permit.arguments_digest();
}

void check_result(const CallState& call, Outcome& outcome) {
    if (!outcome.result) return;
    const std::size_t bytes_max = call.engine->settings.result_bytes_max;
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

Outcome judge(const CallState& call, Ran&& ran) {
    keep_to_the_rules(ran, call.redaction.texts);
    Outcome outcome;
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

/// Of the function alone, without what it waited for; also where it throws.
class Timer {
 public:
    struct Times {
        std::chrono::microseconds begin{0};
        std::chrono::microseconds taken{0};  ///< none where the clock failed at the beginning
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

Outcome run_permitted(CallState& call, const Permit& permit) {
    const Stops::Running running(call.engine->stops);
    Timer::Times times;
    Context context(call.call.subject, call.call.proposer, call.call.id, call.stop.token(),
                    &call.arguments_digest);
    if (call.undo) ContextAccess::name_undo(context, "undo." + to_string(call.undo->original));
    Progress::Listener listener;
    if (call.options.on_progress) {
        listener = for_caller(call);
        ContextAccess::tell_progress(context, listener);
    }
    const auto timed = [&] {
        std::optional<Timer> timer;  // for the ledger alone
        if (call.engine->settings.audit) timer.emplace(call.engine->clock, times);
        return run_function(call, permit, context);
    };
    const bool has_place = call.engine->parts.place || !call.tool.contract->executor.empty();
    Placed placed = has_place ? run_in_place(call, timed) : Placed{run_guarded(timed), true};
    // One outcome for each way out: it is made where the caller wants it.
    Outcome outcome = placed.called ? judge(call, std::move(placed.ran)) : not_placed();
    if (!placed.called) return outcome;
    if (outcome.success && !call.undo) {
        outcome.touched = context.touched();
        outcome.states = ContextAccess::states(context);
    }
    if (outcome.code == code::requires_user_input) {
        outcome.asked = ContextAccess::asked(context);
        for (InputRequest& request : outcome.asked) scrub_request(request, call.redaction.texts);
    }
    outcome.duration = times.taken;
    outcome.ended = times.end;
    return outcome;
}

// Step 9.
Outcome run(CallState& call) {
    const Permit permit = PermitIssuer::issue(call.call.id, call.arguments_digest);
    // An undo's values were read from the verified record on this way in.
    const bool is_as_permitted = call.undo || holds_its_value(call, permit);
    return is_as_permitted ? run_permitted(call, permit) : not_the_value();
}

bool may_keep_cause(const CallState& call) {
    return call.tool.contract->secret_arguments.empty() &&
           call.tool.contract->secret_results.empty();
}

void add_outcome(CallState& call, const Outcome& outcome, bool late, ledger::Batch& batch) {
    ledger::EntryDraft& draft = batch.entries.emplace_back();
    draft.common = &call.known->outcome_facts;
    draft.entry.kind = call.undo ? ledger::EntryKind::undo_outcome : ledger::EntryKind::outcome;
    // A late one comes after the entry that says that it is overdue.
    const bool is_timed = outcome.ended && !late;
    draft.entry.time = is_timed ? outcome.ended->wall : call.engine->clock.now().wall;
    draft.call = call.call.id;
    draft.entry.of = call.intent;
    draft.entry.success = outcome.success;
    draft.entry.duration = outcome.duration;
    draft.entry.late = late;
    draft.entry.lazily_synced = batch.lazily_synced;
    if (outcome.result) add_result(call, draft, *outcome.result);
    if (!outcome.touched.empty()) add_touched(call, draft, outcome.touched);
    if (!outcome.states.empty()) add_states(call, draft, outcome.states);
    if (!outcome.code.empty()) {
        draft.entry.code = outcome.code;
        const bool keep_cause = !outcome.cause.empty() && may_keep_cause(call);
        add_message(call, draft, keep_cause ? outcome.cause : outcome.message);
    }
}

/// The outcome came when somebody had found out by other means how the call ended: that stays, and this is beside it.
void keep_beside(const CallState& call, ledger::Batch& batch) {
    batch.expectations.clear();
    if (call.undo) batch.mutations.clear();
    ledger::Entry& entry = batch.entries.front().entry;
    entry.kind = ledger::EntryKind::note;
    if (entry.code.empty()) entry.code = "outcome_after_reconcile";
}

/// Of a call that changed nothing people miss nothing where they must take it for one that was only begun.
bool may_be_lost(const CallState& call, const Outcome& outcome,
                 const std::vector<InputRequest>& asked) {
    return call.tool.contract->lazy_outcome && !call.undo && outcome.success && asked.empty();
}

/// Somebody else may record an outcome of it meanwhile.
bool may_be_settled_elsewhere(const CallState& call) {
    return call.tool.contract->has_reconcile || call.undo;
}

/// Without a ledger most calls change nothing that lasts once their function has run.
bool leaves_nothing(const CallState& call, const std::vector<InputRequest>& asked) {
    return !call.engine->settings.audit && !may_be_settled_elsewhere(call) && asked.empty();
}

// Step 10.
Result<ledger::Receipt> record(CallState& call, const Outcome& outcome, bool late,
                               const std::vector<InputRequest>& asked = {}) {
    if (leaves_nothing(call, asked)) return ledger::Receipt{};
    const RecordingLock lock(call);
    BatchRoom room;
    ledger::Batch batch(room.memory());
    batch.lazily_synced = may_be_lost(call, outcome, asked);
    if (call.engine->settings.audit) add_outcome(call, outcome, late, batch);
    if (!asked.empty()) put_input_question(call, asked, batch);
    if (call.undo) {
        const auto state = outcome.success ? ledger::UndoState::undone : ledger::UndoState::none;
        batch.change(ledger::SetUndoState{call.undo->original, state});
    }
    if (may_be_settled_elsewhere(call)) batch.expect(ledger::ExpectNoOutcome{call.intent});
    call.engine->quota.spend(call.call.subject, count_record(call, batch));
    for (int left = k_outcome_attempts_max; left > 1; --left) {
        auto receipt = commit_quietly(*call.engine, batch);
        if (!receipt && receipt.error().code == Errc::conflict) {
            keep_beside(call, batch);
        } else if (receipt || !is_retryable(receipt.error().code)) {
            return receipt;
        }
    }
    return commit_quietly(*call.engine, batch);
}

bool is_for_a_model(const CallState& call) {
    const auto kind = call.call.proposer.kind;
    return kind == Proposer::Kind::model || kind == Proposer::Kind::mcp_client;
}

std::optional<std::string> result_for_caller(const CallState& call, Outcome& outcome) {
    if (!outcome.result || !is_for_a_model(call)) return std::move(outcome.result);
    std::string text = *std::move(outcome.result);
    const auto& pointers = call.tool.contract->secret_results;
    if (!pointers.empty()) text = redact(text, pointers, Marker::plain).text;
    return scrub_value(std::move(text), call.redaction.texts);
}

ToolResult make_reply(const CallState& call, Outcome&& outcome,
                      const Result<ledger::Receipt>& receipt) {
    ToolResult reply;
    if (!receipt) {
        reply.code = code::outcome_unknown;
        reply.message = "The function ran, but its outcome could not be recorded (" +
                        receipt.error().message + "); do not repeat the call.";
        return reply;
    }
    if (!receipt->entries.empty()) reply.entry = to_string(receipt->entries.front());
    reply.success = outcome.success && outcome.code.empty();
    reply.result = result_for_caller(call, outcome);
    if (!reply.success) {
        reply.code = std::move(outcome.code);
        reply.message = std::move(outcome.message);
    }
    return reply;
}

/// What a hook made of the reply: no other lies, and no secret of a call that the hook saw whole. False: it cannot be given to anybody.
bool keep_rewritten_to_the_rules(const CallState& call, ToolResult& reply) {
    const SecretTexts& secrets = call.redaction.texts;
    if (reply.success) reply.code.clear();
    if (!reply.success) reply.result.reset();
    const bool has_code = code::is_word(reply.code) && !holds_secret(reply.code, secrets);
    if (!reply.success && !has_code) return false;
    if (!is_valid_utf8(reply.message) || !is_valid_utf8(reply.result.value_or(""))) return false;
    reply.message = scrub_text(std::move(reply.message), secrets);
    scrub_errors(reply.errors, secrets);
    if (reply.result && is_for_a_model(call)) {
        reply.result = scrub_value(*std::move(reply.result), secrets);
    }
    reply.approval.clear();
    return true;
}

// The function has done nothing yet: the call waits for a person, here or in the record.
void wait_for_input(const CallPointer& call, const Outcome& outcome, bool& is_owed) {
    const auto receipt = record(*call, outcome, false, outcome.asked);
    if (!receipt) return answer(*call, make_reply(*call, Outcome(outcome), receipt));
    tell(*call->engine, receipt->entries);
    ++call->passes;
    Refusal waits = waits_for_input(*call);
    if (can_ask_at_once(*call)) {
        // From here on whoever goes on with the call answers it.
        is_owed = false;
        call->answered = false;
        if (ask(call) == Asked::asking) return;
        call->answered = true;
        is_owed = true;
    }
    ToolResult reply;
    reply.code = std::move(waits.code);
    reply.message = std::move(waits.message);
    reply.approval = std::move(waits.approval);
    reply.inputs = call->asked;
    if (!receipt->entries.empty()) reply.entry = to_string(receipt->entries.front());
    answer(*call, std::move(reply));
}

// Steps 9 to 12. `is_owed`: the caller waits for the answer of this thread.
void run_record_answer(const CallPointer& shared, bool& is_owed) {
    CallState& call = *shared;
    Outcome outcome = run(call);
    {
        // Whoever answers an overdue call writes its entry under the same lock, so that the outcome
        // always comes after it.
        const RecordingLock lock(call);
        is_owed = !call.answered.exchange(true);
    }
    if (is_owed && can_wait(call, outcome.asked)) return wait_for_input(shared, outcome, is_owed);
    const auto receipt = record(call, outcome, !is_owed);
    if (is_owed) {
        ToolResult reply = make_reply(call, std::move(outcome), receipt);
        if (receipt && !call.engine->parts.interceptors.empty()) {
            reply.call_id = call.call.id;
            reply = rewrite(call, std::move(reply));
        }
        if (receipt) tell(*call.engine, receipt->entries);
        // Nobody else asks for it any more, unless the call could have been overdue or took the place of another.
        if (!call.tool.contract->timeout && !call.replaces) reply.call_id = std::move(call.call.id);
        answer(call, std::move(reply));
    } else if (receipt) {
        tell(*call.engine, receipt->entries);
    }
}

// On a worker nothing that is thrown has anywhere to go.
void run_and_answer(const CallPointer& call) {
    bool is_owed = false;
    try {
        run_record_answer(call, is_owed);
    } catch (...) {
        if (!is_owed && call->answered.exchange(true)) return;
        answer_in_need(*call, code::outcome_unknown,
                       "The function ran, or may have, and its outcome could not be recorded, most "
                       "likely for want of memory; do not repeat the call.");
    }
}

constexpr std::string_view k_overdue_message =
    "The function has not ended within its time limit and may still have its effect; do not "
    "repeat the call, look into the ledger later.";

/// A receipt without entries where there is no memory for one: the answer is the same.
Result<ledger::Receipt> record_overdue(CallState& call) noexcept {
    try {
        ledger::Batch batch;
        ledger::Entry& entry =
            add_entry(*call.engine, batch, ledger::EntryKind::timed_out, call.engine->clock.now())
                .entry;
        entry.call_id = call.call.id;
        entry.tool = call.call.tool;
        entry.of = call.intent;
        entry.code = std::string(code::timed_out);
        return commit_quietly(*call.engine, batch);
    } catch (...) {
        return ledger::Receipt{};
    }
}

// The function still runs; its outcome follows in an entry of its own.
void answer_overdue(CallState& call) {
    Result<ledger::Receipt> receipt;
    {
        const RecordingLock lock(call);
        if (call.answered.exchange(true)) return;
        receipt = record_overdue(call);
    }
    call.stop.request();
    try {
        ToolResult reply;
        reply.code = code::timed_out;
        reply.message = k_overdue_message;
        if (receipt && !receipt->entries.empty()) {
            reply.entry = to_string(receipt->entries.front());
        }
        if (receipt) tell(*call.engine, receipt->entries);
        answer(call, std::move(reply));
    } catch (...) {
        answer_in_need(call, code::timed_out, k_overdue_message);
    }
}

// The intent is durable, but no thread came to it.
void answer_dropped(CallState& call, bool too_late) {
    if (call.answered.exchange(true)) return;
    const std::string_view code = too_late ? code::timed_out : code::cancelled;
    const std::string_view message =
        too_late ? "The time limit ended before a thread was free; the function was "
                   "not called, try again later."
                 : "The program ends; the function was not called.";
    try {
        Outcome outcome;
        outcome.code = code;
        outcome.message = message;
        const auto receipt = record(call, outcome, false);
        if (receipt) tell(*call.engine, receipt->entries);
        answer(call, make_reply(call, std::move(outcome), receipt));
    } catch (...) {
        answer_in_need(call, code, message);
    }
}

void submit(const CallPointer& call) {
    Workers::Slot slot = *std::move(call->slot);
    call->slot.reset();
    Workers::Job job;
    job.run = [call] { run_and_answer(call); };
    job.overdue = [call] { answer_overdue(*call); };
    job.dropped = [call](bool too_late) { answer_dropped(*call, too_late); };
    job.limit = *call->tool.contract->timeout;
    call->engine->workers.submit(std::move(slot), std::move(job));
}

}  // namespace

// Step 11. The record is written: whatever happens here changes the reply only.
ToolResult rewrite(const CallState& call, ToolResult reply) {
    if (call.engine->parts.interceptors.empty()) return reply;
    const std::string entry = reply.entry;
    const CallView view = view_of(call);
    for (const auto& interceptor : call.engine->parts.interceptors) {
        bool failed = false;
        const std::string thrown = run_hook([&] {
            auto other = interceptor->after_execute(view, reply);
            if (!other) return;
            reply = *std::move(other);
            failed = !keep_rewritten_to_the_rules(call, reply);
        });
        failed = failed || !thrown.empty();
        if (failed) {
            reply = ToolResult{};
            reply.code = code::interceptor_failed;
            reply.message =
                "The function ran and its outcome is recorded, but an interceptor failed "
                "afterwards; do not repeat the call.";
        }
        reply.entry = entry;
        reply.call_id = call.call.id;
        if (failed) break;
    }
    return reply;
}

void execute(const CallPointer& call) {
    try {
        call->stop.connect(call->options.stop, call->everybodys_stop, call->slot.has_value());
        if (call->slot) return submit(call);
    } catch (...) {
        if (call->answered.exchange(true)) return;
        return answer_in_need(*call, code::outcome_unknown,
                              "The call was begun, but there was no memory to run it.");
    }
    run_and_answer(call);
}

}  // namespace iam::gate
