// Finds the earlier run of a call by its id.
#include "gate/ends/repetition.hpp"

#include "gate/questions/inputs.hpp"
#include "gate/record/records.hpp"
#include "gate/steps/rewrite_reply.hpp"

#include <utility>

namespace iam::gate {
namespace {

Refusal unreadable(const Error& error) {
    return Refusal(code::ledger_unavailable,
                   "The ledger cannot be read, so it is not known whether this call was run "
                   "already; nothing was run: " +
                       error.message);
}

ToolResult unknown_outcome(std::string message) {
    return as_result(Refusal(code::outcome_unknown, std::move(message)));
}

ToolResult from_outcome(const ledger::StoredEntry& stored, const ledger::Entry& outcome) {
    ToolResult result;
    result.success = outcome.success.value_or(false) && outcome.code.empty();
    result.code = outcome.code;
    result.entry = to_string(stored.id);
    if (const std::string* text = find_payload(stored, "result")) result.result = *text;
    // The ledger may know more of a failure than a caller may read.
    if (result.code == code::did_not_happen) {
        result.message =
            "This call was begun before and did not happen; it can be made again, under a new id.";
    } else if (!result.success) {
        result.message = "This call was run before and failed; the record tells how.";
    }
    return result;
}

Stop from_intent(const CallState& call, const ledger::StoredEntry& stored,
                 const ledger::Entry& intent) {
    const Call& proposed = call.proposal.call;
    const bool same = intent.arguments_digest == call.value.digest &&
                      intent.tool == proposed.tool && intent.subject == proposed.subject;
    if (!same) {
        return Refused{Refusal(code::invalid_arguments,
                               "The call id \"" + proposed.id +
                                   "\" was used for another call; give each call an id of "
                                   "its own.")};
    }
    const auto outcome = call.basis.parts.store.outcome_of(stored.id);
    if (!outcome) return Refused{unreadable(outcome.error())};
    if (!*outcome) {
        return Answered{unknown_outcome(
            "This call was begun before (entry " + to_string(stored.id) +
            ") and its outcome is not known; it may have happened, so do not "
            "repeat it" +
            (call.tool.contract->has_reconcile ? ". The program can find out: reconcile that entry."
                                               : "."))};
    }
    const auto decoded = read_entry(**outcome);
    if (!decoded) return Refused{unreadable(decoded.error())};
    // The hooks hold back the same parts from each reply.
    ToolResult reply = from_outcome(**outcome, decoded->entry);
    reply.call_id = proposed.id;
    return Answered{rewrite(call, std::move(reply))};
}

}  // namespace

bool is_first_pass(const CallState& call) {
    return call.question.passes == 0 && call.proposal.id_source != IdSource::resumed;
}

Stop recognise_repetition(CallState& call, ActiveCalls& active) {
    resume_waiting(call);
    if (call.proposal.id_source != IdSource::host) return std::nullopt;
    const std::string& id = call.proposal.call.id;
    if (auto claim = active.claim(id)) {
        call.caller.claim.emplace(*std::move(claim));
        return answer_from_record(call);
    }
    return Answered{unknown_outcome("A call with the id \"" + id +
                                    "\" is under way; wait for its answer and do not repeat it.")};
}

Stop answer_from_record(const CallState& call) {
    if (!call.basis.settings.audit) return std::nullopt;
    const auto entries = call.basis.parts.store.entries_of_call(call.proposal.call.id);
    if (!entries) return Refused{unreadable(entries.error())};
    // The last intent counts: a function that asked for input was called again.
    const ledger::StoredEntry* last = nullptr;
    ledger::Entry intent;
    for (const ledger::StoredEntry& stored : *entries) {
        auto decoded = read_entry(stored);
        if (!decoded) return Refused{unreadable(decoded.error())};
        if (decoded->entry.kind != ledger::EntryKind::intent) continue;
        last = &stored;
        intent = std::move(decoded->entry);
    }
    if (last == nullptr) return std::nullopt;
    return from_intent(call, *last, intent);
}

}  // namespace iam::gate
