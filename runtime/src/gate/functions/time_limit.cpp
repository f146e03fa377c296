// The intent is durable here, so every end of the call is an outcome or an unknown one.
#include "gate/functions/time_limit.hpp"

#include "gate/ends/answer.hpp"
#include "gate/record/record_writer.hpp"
#include "gate/record/records.hpp"
#include "gate/steps/record_outcome.hpp"
#include "gate/steps/rewrite_reply.hpp"
#include "gate/steps/tell_listeners.hpp"

#include <string_view>
#include <utility>

namespace iam::gate {
namespace {

constexpr std::string_view k_overdue_message =
    "The function has not ended within its time limit and may still have its effect; do not "
    "repeat the call, look into the ledger later.";

/// Without memory for an entry, a receipt without entries: the answer is the same.
Result<ledger::Receipt> record_overdue(CallState& call) noexcept {
    try {
        ledger::Batch batch;
        ledger::Entry& entry =
            add_entry(call.basis, batch, ledger::EntryKind::timed_out, call.basis.clock.now())
                .entry;
        entry.call_id = call.proposal.call.id;
        entry.tool = call.proposal.call.tool;
        entry.of = call.run.intent;
        entry.code = std::string(code::timed_out);
        return commit_quietly(call.writer, batch);
    } catch (...) {
        return ledger::Receipt{};
    }
}

// The function still runs; its outcome follows in an entry of its own.
void answer_overdue(CallState& call) {
    Result<ledger::Receipt> receipt;
    {
        const RecordingLock lock(call);
        if (!call.run.duty.take()) return;
        receipt = record_overdue(call);
    }
    call.run.stop.request();
    try {
        ToolResult reply;
        reply.code = code::timed_out;
        reply.message = k_overdue_message;
        if (receipt && !receipt->entries.empty()) {
            reply.entry = to_string(receipt->entries.front());
        }
        tell_listeners(call.writer, receipt);
        answer(call, std::move(reply));
    } catch (...) {
        answer_in_need(call, code::timed_out, k_overdue_message);
    }
}

// The intent is durable, but no thread came to it. Hooks do not see this reply.
void answer_dropped(CallState& call, bool too_late) {
    if (!call.run.duty.take()) return;
    const std::string_view code = too_late ? code::timed_out : code::cancelled;
    const std::string_view message =
        too_late ? "The time limit ended before a thread was free; the function was "
                   "not called, try again later."
                 : "The program ends; the function was not called.";
    try {
        Outcome outcome;
        outcome.code = code;
        outcome.message = message;
        const auto receipt = record_outcome(call, outcome);
        tell_listeners(call.writer, receipt);
        answer(call, reply_of(call, outcome, receipt));
    } catch (...) {
        answer_in_need(call, code, message);
    }
}

void run_here(const CallPointer& call, LastSteps steps) noexcept {
    ReplyDuty::Holder duty(call->run.duty);
    try {
        steps(call, duty);
    } catch (...) {
        if (!duty.take()) return;
        answer_in_need(*call, code::outcome_unknown,
                       "The function ran, or may have, and its outcome could not be recorded, most "
                       "likely for want of memory; do not repeat the call.");
    }
}

void submit(const CallPointer& call, LastSteps steps) {
    Workers::Slot slot = *std::move(call->run.slot);
    call->run.slot.reset();
    Workers::Job job;
    job.run = [call, steps] { run_here(call, steps); };
    job.overdue = [call] { answer_overdue(*call); };
    job.dropped = [call](bool too_late) { answer_dropped(*call, too_late); };
    job.limit = *call->tool.contract->timeout;
    std::move(slot).submit(std::move(job));
}

}  // namespace

void run_on_its_thread(const CallPointer& call, LastSteps steps) noexcept {
    Run& run = call->run;
    try {
        run.stop.connect(call->proposal.options.stop, run.everybodys_stop, run.slot.has_value());
        if (run.slot) return submit(call, steps);
    } catch (...) {
        if (!run.duty.take()) return;
        return answer_in_need(*call, code::outcome_unknown,
                              "The call was begun, but there was no memory to run it.");
    }
    run_here(call, steps);
}

}  // namespace iam::gate
