// Finds out how a call ended if nobody recorded its outcome.
#include "gate/engine/engine.hpp"
#include "gate/functions/replies.hpp"
#include "gate/record/read_record.hpp"
#include "gate/record/records.hpp"
#include "gate/steps/rewrite_reply.hpp"
#include <iam/core/json.hpp>
#include <iam/tool/context.hpp>

#include <utility>

namespace iam::gate {
namespace {

using ledger::EntryKind;

/// The answer of the tool's function.
struct Settlement {
    Ran ran{};
    bool has_happened = false;
};

/// The intent of a call, found by any entry of the call's end.
Found<Record> find_intent(Engine& engine, const ledger::EntryId& id) {
    auto named = read_record(engine, id);
    if (!named) return named;
    const ledger::Entry& entry = named->decoded.entry;
    if (entry.kind == EntryKind::intent) return named;
    if (entry.kind == EntryKind::undo_intent) {
        return refused(code::reconcile_not_supported,
                       "Entry " + to_string(id) +
                           " is of an undo, of which no function can tell whether it happened; "
                           "look for yourself, and record what became of it.");
    }
    const bool is_of_call =
        entry.kind == EntryKind::timed_out || entry.kind == EntryKind::reconcile;
    if (is_of_call && entry.of) return read_record(engine, *entry.of);
    return refused(code::nothing_to_reconcile,
                   "Entry " + to_string(id) +
                       " is not of a call whose outcome is missing; name the entry of an intent.");
}

std::optional<Refusal> check_open(Engine& engine, const Record& intent) {
    const auto outcome = engine.parts.store.outcome_of(intent.decoded.id);
    if (!outcome) return unreadable_record(outcome.error()).value();
    if (!*outcome) return std::nullopt;
    return Refusal(code::nothing_to_reconcile, "Entry " + to_string((**outcome).id) +
                                                   " says how the call of entry " +
                                                   to_string(intent.decoded.id) + " ended.");
}

/// Today's tool must be the tool of the recorded call.
std::optional<Refusal> check_tool(CallState& call, const ledger::Entry& intent) {
    const Engine& engine = *call.engine;
    const std::string name = "\"" + display_name(call.proposal.call.tool) + "\"";
    call.tool = find_tool(engine, call.proposal.call.tool);
    if (!call.tool) {
        return Refusal(code::reconcile_not_supported,
                       "The tool " + name +
                           " is not registered in this program; ask the program that has it.");
    }
    const Contract& contract = *call.tool.contract;
    if (!contract.has_reconcile) {
        return Refusal(
            code::reconcile_not_supported,
            "The tool " + name + " cannot tell whether a call happened; look for yourself.");
    }
    if (!contract.bound_class.empty() && intent.instance != engine.instance) {
        return Refusal(code::reconcile_not_supported,
                       "The tool " + name + " works on an object of " + contract.bound_class +
                           " that lived in another run of the program; look for yourself.");
    }
    if (!intent.contract || intent.contract->consent != contract.digests.consent ||
        intent.contract->wire != contract.digests.wire) {
        return Refusal(
            code::reconcile_incompatible,
            "The tool " + name + " has changed since the call; ask the version that ran it.");
    }
    return std::nullopt;
}

/// False if the call is under way in this program.
bool claim_id(CallState& call) {
    auto claim = call.engine->active.claim(call.proposal.call.id);
    if (claim) call.caller.claim.emplace(*std::move(claim));
    return call.caller.claim.has_value();
}

/// Takes the call as recorded; only the asking person or program differs.
std::optional<Refusal> take_call(CallState& call, const Record& intent) {
    const ledger::Entry& entry = intent.decoded.entry;
    call.proposal.call.id = entry.call_id;
    if (entry.tool) call.proposal.call.tool = *entry.tool;
    call.proposal.call.subject = entry.subject;
    call.run.intent = intent.decoded.id;
    if (auto refusal = check_tool(call, entry)) return refusal;
    const std::string* arguments = find_payload(intent.stored, "arguments");
    if (arguments == nullptr || has_field(intent, "arguments_whole")) {
        return Refusal(code::reconcile_incompatible,
                       "The recorded arguments are not kept in full, so the function that could "
                       "tell cannot be called; look for yourself.");
    }
    call.proposal.call.arguments = *arguments;
    call.value.digest = entry.arguments_digest.value_or(Digest{});
    call.value.is_read = true;
    // If the call is under way in this program, its own thread records the end.
    if (claim_id(call)) return check_open(*call.engine, intent);
    return Refusal(code::outcome_unknown,
                   "The call is under way in this program; wait for its end.");
}

/// An unrecordable result is no answer.
void check_result(const CallState& call, Ran& ran) {
    if (!ran.reply.result) return;
    const std::size_t bytes_max = call.basis.settings.result_bytes_max;
    if (ran.reply.result->size() <= bytes_max && is_valid_utf8(*ran.reply.result)) return;
    ran.reply =
        Reply::failed(code::tool_failed, "What it told of is longer than " +
                                             std::to_string(bytes_max) + " bytes or not UTF-8.");
}

Settlement ask_function(const CallState& call) {
    Settlement settlement;
    Context context(call.proposal.call.subject, call.proposal.call.proposer, call.proposal.call.id,
                    {}, &call.value.digest);
    settlement.ran = run_guarded([&]() -> Reply {
        ReconcileReply found = call.tool.handler->reconcile(call.proposal.call.arguments, context);
        if (!found) return std::move(found).error();
        settlement.has_happened = found->has_value();
        return std::move(*found).value_or(Reply::done());
    });
    if (settlement.ran.reply.success) check_result(call, settlement.ran);
    keep_to_the_rules(settlement.ran, {});
    return settlement;
}

ledger::EntryDraft& add_finding(CallState& call, EntryKind kind, ledger::Batch& batch) {
    ledger::EntryDraft& draft = add_entry(call.basis, batch, kind, call.standing.now);
    draft.entry.call_id = call.proposal.call.id;
    draft.entry.tool = call.proposal.call.tool;
    draft.entry.of = call.run.intent;
    return draft;
}

constexpr std::string_view k_did_not_happen = "It was found out that the call did not happen.";

/// Two entries in one batch: the question and, if there is an answer, the call's outcome.
ledger::Batch batch_of(CallState& call, const Settlement& settlement, const Subject& by) {
    ledger::Batch batch;
    batch.expect(ledger::ExpectNoOutcome{call.run.intent});
    ledger::EntryDraft& asked = add_finding(call, EntryKind::reconcile, batch);
    asked.entry.subject = by;
    asked.entry.proposer = call.proposal.call.proposer;
    if (!settlement.ran.reply.success) {
        asked.entry.code = settlement.ran.reply.code;
        const bool keep_cause = !settlement.ran.cause.empty() &&
                                call.tool.contract->secret_arguments.empty() &&
                                call.tool.contract->secret_results.empty();
        add_message(call, asked, keep_cause ? settlement.ran.cause : settlement.ran.reply.message);
        return batch;
    }
    asked.entry.success = settlement.has_happened;
    ledger::EntryDraft& outcome = add_finding(call, EntryKind::outcome, batch);
    outcome.entry.success = settlement.has_happened;
    if (settlement.has_happened) {
        if (settlement.ran.reply.result) add_result(call, outcome, *settlement.ran.reply.result);
    } else {
        outcome.entry.code = code::did_not_happen;
        add_message(call, outcome, std::string(k_did_not_happen));
    }
    return batch;
}

/// The result as it is recorded. A repetition of the call gets the same text.
std::optional<std::string> recorded_result(const ledger::Batch& batch) {
    for (const ledger::Payload& payload : batch.entries.back().payloads)
        if (payload.name == "result") return payload.bytes;
    return std::nullopt;
}

ToolResult not_recorded(ToolResult reply, const Error& why) {
    const bool was_settled = why.code == Errc::conflict;
    reply.code = was_settled ? code::nothing_to_reconcile : code::ledger_unavailable;
    reply.message = was_settled ? "How the call ended was recorded meanwhile; look into the record."
                                : "What was found out could not be recorded: " + why.message;
    return reply;
}

ToolResult reply_to(const CallState& call, Settlement settlement,
                    const Result<ledger::Receipt>& receipt) {
    ToolResult reply;
    reply.call_id = call.proposal.call.id;
    if (!receipt) return not_recorded(std::move(reply), receipt.error());
    if (!receipt->entries.empty())
        reply.entry = to_string(receipt->entries[receipt->entries.size() - 1]);
    if (!settlement.ran.reply.success) {
        reply.code = std::move(settlement.ran.reply.code);
        reply.message =
            "It is still not known whether the call happened: " + settlement.ran.reply.message;
    } else if (settlement.has_happened) {
        reply.success = true;
        reply.result = std::move(settlement.ran.reply.result);
    } else {
        reply.code = code::did_not_happen;
        reply.message = std::string(k_did_not_happen) + " It can be made again, under a new id.";
    }
    return rewrite(call, std::move(reply));
}

/// The intent of an undo.
Found<Record> find_undo(Engine& engine, const ledger::EntryId& id) {
    auto named = read_record(engine, id);
    if (!named) return named;
    if (named->decoded.entry.kind == EntryKind::undo_intent && named->decoded.entry.of)
        return named;
    return refused(
        code::nothing_to_reconcile,
        "Entry " + to_string(id) + " is not of an undo; name the entry by which one was begun.");
}

/// Takes the undo as recorded; only the person reporting its end differs.
std::optional<Refusal> take_undo(CallState& call, const Record& intent) {
    const ledger::Entry& entry = intent.decoded.entry;
    call.proposal.call.id = entry.call_id;
    if (entry.tool) call.proposal.call.tool = *entry.tool;
    call.tool = find_tool(call.basis, call.proposal.call.tool);
    call.proposal.undo.emplace().original = *entry.of;
    call.run.intent = intent.decoded.id;
    if (claim_id(call)) return check_open(*call.engine, intent);
    return Refusal(code::outcome_unknown,
                   "The undo is under way in this program; wait for its end.");
}

constexpr std::string_view k_undo_did_not_happen =
    "It was found out that the undo did not happen. The call can be undone again.";

/// Three things in one batch: the person's report, the undo's outcome, and the state of its call.
ledger::Batch batch_of(CallState& call, const UndoSighting& sighting) {
    using ledger::UndoState;
    ledger::Batch batch;
    batch.expect(ledger::ExpectNoOutcome{call.run.intent});
    batch.expect(ledger::ExpectUndo{call.proposal.undo->original, UndoState::pending});
    batch.change(ledger::SetUndoState{call.proposal.undo->original,
                                      sighting.happened ? UndoState::undone : UndoState::none});
    ledger::EntryDraft& seen = add_finding(call, EntryKind::reconcile, batch);
    seen.entry.subject = sighting.by;
    seen.entry.proposer = call.proposal.call.proposer;
    seen.entry.success = sighting.happened;
    add_message(call, seen, sighting.reason);
    ledger::EntryDraft& outcome = add_finding(call, EntryKind::undo_outcome, batch);
    outcome.entry.success = sighting.happened;
    if (!sighting.happened) {
        outcome.entry.code = code::did_not_happen;
        add_message(call, outcome, std::string(k_undo_did_not_happen));
    }
    return batch;
}

}  // namespace

ToolResult Runtime::settle_undo(const UndoSighting& sighting) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return reply_after_the_end();
    if (!engine_->settings.audit) {
        return as_result(Refusal(code::audit_disabled,
                                 "This program records nothing, so there is nothing to find out."));
    }
    if (auto checked = check_reason(sighting.reason); !checked)
        return as_result(Refusal(code::invalid_arguments, std::move(checked).error().message));
    auto intent = find_undo(*engine_, sighting.entry);
    if (!intent) return as_result(std::move(intent).error());
    Call proposed;
    proposed.proposer.kind = Proposer::Kind::person;
    CallState call(engine_, std::move(proposed), {});
    call.standing.now = engine_->clock.now();
    if (auto refusal = take_undo(call, *intent)) return as_result(*std::move(refusal));
    const auto receipt = commit(*engine_, batch_of(call, sighting));
    ToolResult reply;
    reply.call_id = call.proposal.call.id;
    if (!receipt) return not_recorded(std::move(reply), receipt.error());
    reply.entry = to_string(receipt->entries[receipt->entries.size() - 1]);
    reply.success = sighting.happened;
    if (!sighting.happened) {
        reply.code = code::did_not_happen;
        reply.message = k_undo_did_not_happen;
    }
    return reply;
}

ToolResult Runtime::reconcile(const ReconcileRequest& request) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return reply_after_the_end();
    if (!engine_->settings.audit) {
        return as_result(Refusal(code::audit_disabled,
                                 "This program records nothing, so there is nothing to find out."));
    }
    auto intent = find_intent(*engine_, request.entry);
    if (!intent) return as_result(std::move(intent).error());
    Call proposed;
    proposed.proposer = request.proposer;
    CallState call(engine_, std::move(proposed), {});
    call.standing.now = engine_->clock.now();
    if (auto refusal = take_call(call, *intent)) return as_result(*std::move(refusal));
    Settlement settlement = ask_function(call);
    ledger::Batch batch = batch_of(call, settlement, request.by);
    settlement.ran.reply.result = recorded_result(batch);
    const auto receipt = commit(*engine_, std::move(batch));
    return reply_to(call, std::move(settlement), receipt);
}

}  // namespace iam::gate
