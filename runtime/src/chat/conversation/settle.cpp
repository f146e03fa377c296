// Finds out what became of open calls.
#include "chat/conversation/settle.hpp"

#include "chat/conversation/for_models/call_results.hpp"
#include <iam/consent/records.hpp>
#include <iam/ledger/entry.hpp>
#include <iam/ledger/store.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace iam::chat {
namespace {

Result<bool> has_intent(ledger::Store& ledger, const std::string& call) {
    IAM_TRY(entries, ledger.entries_of_call(call));
    for (const ledger::StoredEntry& stored : entries) {
        IAM_TRY(decoded, ledger::decode(stored.text));
        if (decoded.entry.kind == ledger::EntryKind::intent) return true;
    }
    return false;
}

/// Why a call that never began was not run.
Result<std::string> why_not_run(ledger::Store& ledger, const std::string& call) {
    IAM_TRY(entries, ledger.entries_of_call(call));
    for (const ledger::StoredEntry& stored : entries) {
        IAM_TRY(decoded, ledger::decode(stored.text));
        const bool is_question = decoded.entry.kind == ledger::EntryKind::approval;
        if (is_question && is_expired(ledger, decoded.entry.approval))
            return std::string(k_why_expired);
    }
    return std::string("Not run: the program ended before it began.");
}

/// The gate answers a repeated id from the record. If it refuses before it has looked there, since
/// the tool is gone or denied by now, the end of the call stays unknown.
ToolResult recorded_result(const ConversationParts& parts, const Call& call) {
    std::optional<ToolResult> found;
    auto holder = std::make_shared<std::optional<ToolResult>>();
    parts.runtime.start(call, {}, [holder](ToolResult result) { *holder = std::move(result); });
    found = std::move(*holder);
    const bool is_recorded = found && found->code != code::tool_not_found &&
                             found->code != code::policy_denied &&
                             found->code != code::invalid_arguments;
    if (is_recorded) return *std::move(found);
    return ToolResult{.code = std::string(code::outcome_unknown),
                      .message =
                          "The program ended while this call was under way; it may have "
                          "happened, so do not repeat it unasked."};
}

/// The open question about the call; empty if there is none.
std::string question_about(const std::vector<consent::Approval>& approvals,
                           const std::string& call) {
    const auto found = std::find_if(approvals.begin(), approvals.end(),
                                    [&](const auto& each) { return each.call_id == call; });
    return found == approvals.end() ? std::string() : found->id;
}

/// True if the last answer of an interrupted turn was its end.
bool is_answered(const ChatLog& log) {
    const LoggedMessage* leaf = log.leaf() ? log.message(*log.leaf()) : nullptr;
    return leaf != nullptr && leaf->answer && leaf->answer->turn == log.turn().turn &&
           leaf->answer->end == AnswerEnd::whole && leaf->answer->calls.empty();
}

}  // namespace

std::string why_awaiting(const std::vector<std::string>& approvals) {
    std::string words = "Calls wait for a person's answer";
    for (std::size_t i = 0; i < approvals.size(); ++i)
        words += (i == 0 ? " to " : ", ") + approvals[i];
    return words + "; answer their questions, then let the turn go on.";
}

bool is_expired(ledger::Store& ledger, const std::string& approval) {
    const auto found = ledger.approval(approval);
    return found && *found && (*found)->state == consent::ApprovalState::expired;
}

Result<std::vector<Step>> settling_steps(const ConversationParts& parts,
                                         const ConversationOptions& options, const ChatLog& log) {
    std::vector<Step> steps;
    const bool was_awaiting = log.turn().end == TurnEnd::awaiting;
    bool waits = false;
    std::vector<std::string> waiting;
    IAM_TRY(approvals, parts.ledger.approvals());
    const ToolNames names(parts.registry.snapshot(), options.offers);
    for (const LoggedCall* open : log.open_calls()) {
        const std::string& id = open->call.id;
        IAM_TRY(happened, has_intent(parts.ledger, id));
        const std::string approval = question_about(approvals, id);
        if (happened && approval.empty()) {
            const ToolResult result = recorded_result(parts, gate_call(parts, options, open->call));
            steps.emplace_back(end_by_gate(parts, options, names, log, open->call, result));
        } else if (!approval.empty() || (was_awaiting && !open->approval.empty())) {
            waits = true;
            waiting.push_back(approval.empty() ? open->approval : approval);
            if (!approval.empty() && open->approval != approval)
                steps.emplace_back(CallWaits{id, approval});
        } else if (was_awaiting) {
            waits = true;  // held behind a waiting call; nothing has begun
        } else {
            IAM_TRY(why, why_not_run(parts.ledger, id));
            steps.emplace_back(end_by_chat(open->call, k_not_run, std::move(why)));
        }
    }
    if (log.turn().turn == 0 || (log.turn().end && !was_awaiting)) return steps;
    if (was_awaiting && waits) return steps;
    TurnEnded ended{.turn = log.turn().turn};
    if (waits) {
        ended.end = TurnEnd::awaiting;
        ended.why = why_awaiting(waiting);
    } else if (!is_answered(log)) {
        ended.end = TurnEnd::failed;
        ended.why = "The program ended during the turn; let it go on, or send a message.";
    }
    steps.emplace_back(std::move(ended));
    return steps;
}

}  // namespace iam::chat
