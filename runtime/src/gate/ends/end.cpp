// A call that is not run has one terminal entry; equal refusals within a minute are counted.
#include "gate/ends/end.hpp"

#include "gate/ends/answer.hpp"
#include "gate/ends/restart.hpp"
#include "gate/record/record_writer.hpp"
#include "gate/record/records.hpp"

#include <utility>

namespace iam::gate {

std::string why_ended(const Attempt& attempt) {
    if (const auto* refused = std::get_if<Refused>(&attempt)) return refused->refusal.message;
    if (const auto* restarted = std::get_if<Restarted>(&attempt))
        return replaced(restarted->edit).message;
    return {};
}

std::optional<ledger::EntryId> record_refusal(CallState& call, const Refusal& refusal) {
    RecordWriter& writer = call.writer;
    const auto window = writer.settings.repeated_refusal_window;
    const auto boot = call.standing.now.boot;
    const std::optional<Digest> what = identity_of(call, refusal);
    if (what) {
        if (auto first = writer.refusals.count(*what, boot, window)) return first;
    }
    ledger::Batch batch;
    add_refusal(call, refusal, batch);
    std::vector<Repetition> over = writer.refusals.take_over(boot, window);
    add_repetitions(writer, over, batch);
    const std::uint64_t bytes = count_record(call, batch);
    const auto receipt = commit(writer, std::move(batch));
    if (!receipt || receipt->entries.empty()) {
        for (Repetition& repetition : over) writer.refusals.remember(std::move(repetition));
        return std::nullopt;
    }
    const Call& proposed = call.proposal.call;
    writer.quota.spend(proposed.subject, bytes);
    const ledger::EntryId entry = receipt->entries.front();
    if (what && window.count() > 0) {
        Repetition first;
        first.what = *what;
        first.first = entry;
        first.code = refusal.code;
        first.tool = proposed.tool;
        first.subject = proposed.subject;
        first.begin = boot;
        first.last = boot;
        writer.refusals.remember(std::move(first));
    }
    return entry;
}

void end(const CallPointer& call, Attempt attempt) {
    if (auto* refused = std::get_if<Refused>(&attempt)) {
        refuse(*call, std::move(refused->refusal));
    } else if (auto* restarted = std::get_if<Restarted>(&attempt)) {
        restart(call, std::move(restarted->edit));
    } else if (auto* answered = std::get_if<Answered>(&attempt)) {
        answer(*call, std::move(answered->reply));
    } else if (const auto* conflict = std::get_if<Conflict>(&attempt)) {
        refuse(*call, unavailable(conflict->error));
    }
}

void refuse(CallState& call, Refusal refusal) {
    try {
        const auto entry = record_refusal(call, refusal);
        ToolResult result;
        result.code = std::move(refusal.code);
        result.message = std::move(refusal.message);
        result.errors = std::move(refusal.errors);
        result.approval = std::move(refusal.approval);
        result.later = std::move(refusal.later);
        if (result.code == code::requires_user_input) result.inputs = call.question.asked;
        if (entry) result.entry = to_string(*entry);
        answer(call, std::move(result));
    } catch (...) {
        give_up(call);
    }
}

void give_up(CallState& call) noexcept {
    answer_in_need(call, code::tool_failed,
                   "The call could not go on, most likely for want of memory; nothing was run.");
}

}  // namespace iam::gate
