// Finding the earlier run of a call by its id.
#include "gate/steps/recorded_call.hpp"

#include "gate/engine/engine.hpp"
#include "gate/record/records.hpp"

#include <utility>

namespace iam::gate {
namespace {

Refusal unreadable(const Error& error) {
    return Refusal{std::string(code::ledger_unavailable),
                   "The ledger cannot be read, so it is not known whether this call was run "
                   "already; nothing was run: " +
                       error.message};
}

ToolResult unknown_outcome(std::string message) {
    ToolResult result;
    result.code = code::outcome_unknown;
    result.message = std::move(message);
    return result;
}

ToolResult from_outcome(const ledger::StoredEntry& stored, const ledger::Entry& outcome) {
    ToolResult result;
    result.success = outcome.success.value_or(false) && outcome.code.empty();
    result.code = outcome.code;
    result.entry = to_string(stored.id);
    if (const std::string* text = find_payload(stored, "result")) result.result = *text;
    // What the ledger knows of a failure may be more than a caller may read.
    if (result.code == code::did_not_happen) {
        result.message =
            "This call was begun before and did not happen; it can be made again, under a new id.";
    } else if (!result.success) {
        result.message = "This call was run before and failed; the record tells how.";
    }
    return result;
}

tl::expected<std::optional<ToolResult>, Refusal> from_intent(const CallState& call,
                                                             const ledger::StoredEntry& stored,
                                                             const ledger::Entry& intent) {
    const bool same = intent.arguments_digest == call.arguments_digest &&
                      intent.tool == call.call.tool && intent.subject == call.call.subject;
    if (!same) {
        return tl::unexpected(Refusal{std::string(code::invalid_arguments),
                                      "The call id \"" + call.call.id +
                                          "\" was used for another call; give each call an id of "
                                          "its own."});
    }
    const auto outcome = call.engine->parts.store.outcome_of(stored.id);
    if (!outcome) return tl::unexpected(unreadable(outcome.error()));
    if (!*outcome) {
        return unknown_outcome("This call was begun before (entry " + to_string(stored.id) +
                               ") and its outcome is not known; it may have happened, so do not "
                               "repeat it" +
                               (call.tool.contract->has_reconcile
                                    ? ". The program can find out: reconcile that entry."
                                    : "."));
    }
    const auto decoded = read_entry(**outcome);
    if (!decoded) return tl::unexpected(unreadable(decoded.error()));
    // The hooks hold back from each reply what they held back from the first.
    ToolResult reply = from_outcome(**outcome, decoded->entry);
    reply.call_id = call.call.id;
    return rewrite(call, std::move(reply));
}

}  // namespace

Digest digest_arguments(const SecretKey& key, const Digest& consent_digest,
                        std::string_view canonical) {
    Hasher hasher(domain_tag("iam/args/1"), key);
    return hasher.update(consent_digest).update(canonical).finish();
}

tl::expected<std::optional<ToolResult>, Refusal> claim_id(CallState& call) {
    call.is_active = call.engine->active.add(call.call.id);
    if (!call.is_active) {
        return unknown_outcome("A call with the id \"" + call.call.id +
                               "\" is under way; wait for its answer and do not repeat it.");
    }
    return answer_from_record(call);
}

tl::expected<std::optional<ToolResult>, Refusal> answer_from_record(const CallState& call) {
    Engine& engine = *call.engine;
    if (!engine.settings.audit) return std::nullopt;
    const auto entries = engine.parts.store.entries_of_call(call.call.id);
    if (!entries) return tl::unexpected(unreadable(entries.error()));
    // The last: a function that asked for input was called again.
    const ledger::StoredEntry* last = nullptr;
    ledger::Entry intent;
    for (const ledger::StoredEntry& stored : *entries) {
        auto decoded = read_entry(stored);
        if (!decoded) return tl::unexpected(unreadable(decoded.error()));
        if (decoded->entry.kind != ledger::EntryKind::intent) continue;
        last = &stored;
        intent = std::move(decoded->entry);
    }
    if (last == nullptr) return std::nullopt;
    return from_intent(call, *last, intent);
}

}  // namespace iam::gate
