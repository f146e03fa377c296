// Undoes a recorded call: a call of its own with one more expectation, at most once.
#include "gate/undo/undo.hpp"

#include "gate/consent/consent_keys.hpp"
#include "gate/ends/end.hpp"
#include "gate/record/read_record.hpp"
#include "gate/record/records.hpp"
#include "gate/run_steps.hpp"
#include "gate/steps/look_up.hpp"
#include "gate/undo/later_calls.hpp"
#include "gate/undo/recorded_fit.hpp"

#include <algorithm>
#include <utility>

namespace iam::gate {
namespace {

using ledger::EntryKind;
using ledger::UndoState;

struct Original {
    Record intent{};
    Record outcome{};
};

Found<Original> with_outcome(const Basis& basis, Record intent) {
    auto stored = basis.parts.store.outcome_of(intent.decoded.id);
    if (!stored) return unreadable_record(stored.error());
    if (!*stored) {
        return refused(code::outcome_unknown,
                       "The outcome of entry " + to_string(intent.decoded.id) +
                           " is not known: it may have happened, or still run; look for yourself.");
    }
    auto decoded = read_entry(**stored);
    if (!decoded) return unreadable_record(decoded.error());
    return Original{std::move(intent), Record{**std::move(stored), *std::move(decoded)}};
}

bool is_of_question(EntryKind kind) {
    return kind == EntryKind::approval || kind == EntryKind::permission ||
           kind == EntryKind::input_request || kind == EntryKind::input;
}

/// The intent of the call behind a question or an answer. If the call never ran: the given record.
Found<Record> intent_behind(const Basis& basis, Record question) {
    const ledger::Entry asked = question.decoded.entry;
    if (asked.call_id.empty()) return question;
    const auto stored = basis.parts.store.entries_of_call(asked.call_id);
    if (!stored) return unreadable_record(stored.error());
    // The last one counts: a function that asked for input was called again.
    for (const ledger::StoredEntry& entry : *stored) {
        auto decoded = read_entry(entry);
        if (!decoded) return unreadable_record(decoded.error());
        const ledger::Entry& other = decoded->entry;
        const bool is_intent =
            other.kind == EntryKind::intent || other.kind == EntryKind::undo_intent;
        // A host may give the id of a refused call to another call, and the other call then runs.
        if (is_intent && other.tool == asked.tool && other.subject == asked.subject &&
            other.arguments_digest == asked.arguments_digest) {
            question = Record{entry, *std::move(decoded)};
        }
    }
    return question;
}

/// Intent and outcome of a call, found by any of its entries.
Found<Original> find_original(const Basis& basis, const ledger::EntryId& id) {
    auto named = read_record(basis, id);
    if (named && is_of_question(named->decoded.entry.kind)) {
        named = intent_behind(basis, *std::move(named));
    }
    if (!named) return tl::unexpected(std::move(named).error());
    const ledger::Entry& entry = named->decoded.entry;
    if (entry.kind == EntryKind::intent) return with_outcome(basis, *std::move(named));
    const bool is_of_call = entry.kind == EntryKind::outcome ||
                            entry.kind == EntryKind::timed_out ||
                            entry.kind == EntryKind::reconcile;
    if (is_of_call && entry.of) {
        auto intent = read_record(basis, *entry.of);
        if (!intent) return tl::unexpected(std::move(intent).error());
        return with_outcome(basis, *std::move(intent));
    }
    if (entry.kind == EntryKind::undo_intent || entry.kind == EntryKind::undo_outcome) {
        return refused(code::undo_not_supported,
                       "Entry " + to_string(id) + " is an undo itself; call the tool again.");
    }
    return refused(code::nothing_to_undo,
                   "Entry " + to_string(id) + " is not of a call that ran; nothing to undo.");
}

/// Today's tool must be the tool of the recorded call.
std::optional<Refusal> check_tool(CallState& call, const Record& intent) {
    const ledger::Entry& entry = intent.decoded.entry;
    const Basis& basis = call.basis;
    const std::string name = "\"" + display_name(call.proposal.call.tool) + "\"";
    call.tool = find_tool(basis, call.proposal.call.tool);
    if (!call.tool) {
        return Refusal(code::undo_not_supported,
                       "The tool " + name +
                           " is not registered in this program; undo it in the program that has "
                           "the tool.");
    }
    const Contract& contract = *call.tool.contract;
    call.standing.risk = consent::risk_of(contract, call.proposal.call.tool.origin.empty());
    if (!contract.has_undo) {
        return Refusal(code::undo_not_supported,
                       "The tool " + name + " has no undo; take back by hand what it did.");
    }
    if (!contract.bound_class.empty() && entry.instance != basis.instance) {
        return Refusal(code::undo_not_supported,
                       "The tool " + name + " works on an object of " + contract.bound_class +
                           " that lives in another run of the program; undo it from inside that "
                           "run, while it lasts.");
    }
    return std::nullopt;
}

/// The recorded values, as the undo function takes them.
std::optional<Refusal> take_values(CallState& call, const Original& original) {
    const std::string* arguments = find_payload(original.intent.stored, "arguments");
    const std::string* result = find_payload(original.outcome.stored, "result");
    const bool lacks_result = has_field(original.outcome, "result") && result == nullptr;
    const bool is_whole = !has_field(original.intent, "arguments_whole") &&
                          !has_field(original.outcome, "result_whole") &&
                          original.outcome.decoded.entry.code.empty();
    if (arguments == nullptr || lacks_result || !is_whole) {
        return Refusal(code::undo_incompatible,
                       "The recorded arguments or result are not kept in full, so the undo "
                       "function cannot be called; take back by hand what the call did.");
    }
    const std::string* kept = find_payload(original.outcome.stored, k_kept);
    const bool has_kept =
        has_field(original.outcome, k_kept) || has_field(original.outcome, k_kept_whole);
    if (kept == nullptr && has_kept) {
        return Refusal(code::undo_incompatible,
                       "The text that the call kept for its undo is not on record any more; take "
                       "back by hand what the call did.");
    }
    call.proposal.call.arguments = *arguments;
    if (result != nullptr) call.proposal.undo->result = *result;
    if (kept != nullptr) call.proposal.undo->kept = *kept;
    return std::nullopt;
}

/// The function ruled an undo out when it ran.
std::optional<Refusal> check_ruled_out(const Original& original) {
    if (!has_field(original.outcome, k_no_undo)) return std::nullopt;
    const std::string* reason = find_payload(original.outcome.stored, k_no_undo);
    return Refusal(code::undo_not_supported,
                   "The call of entry " + to_string(original.outcome.decoded.id) +
                       " cannot be undone" + (reason == nullptr ? "." : ": " + *reason) +
                       " Take back by hand what it did.");
}

/// Consent to an undo is bound to this digest. It differs from the call's digest, so an approval of
/// one does not serve the other.
Digest digest_undo(const CallState& call) {
    Hasher hasher(domain_tag("iam/undo/1"), call.basis.parts.store.key());
    return hasher.update(call.tool.contract->digests.consent)
        .update_framed(to_string(call.proposal.undo->original))
        .update(call.proposal.undo->arguments_digest)
        .finish();
}

std::optional<Refusal> check_window(const CallState& call) {
    const auto& until = call.proposal.undo->until;
    if (!until || call.basis.clock.now().wall < *until) return std::nullopt;
    return Refusal(code::undo_expired, "The call of entry " +
                                           to_string(call.proposal.undo->original) +
                                           " could be undone until " + to_rfc3339(*until) +
                                           "; take back by hand what it did.");
}

/// A person may undo any call in the ledger. Others may undo only calls of the same user and
/// workspace.
std::optional<Refusal> check_whose(const CallState& call, const ledger::Entry& intent) {
    if (call.proposal.call.proposer.kind == Proposer::Kind::person) return std::nullopt;
    if (intent.subject.user == call.proposal.call.subject.user &&
        intent.subject.workspace == call.proposal.call.subject.workspace) {
        return std::nullopt;
    }
    return Refusal(code::policy_denied,
                   "The call was made for another user or workspace; a person can undo it.");
}

/// The call behind an entry.
Found<Original> read_original(CallState& call, const ledger::EntryId& id) {
    if (auto refusal = check_limits(call)) return tl::unexpected(*std::move(refusal));
    if (!call.basis.settings.audit) {
        return refused(code::audit_disabled,
                       "This program records nothing, so there is nothing to undo from.");
    }
    return find_original(call.basis, id);
}

/// Proposes the recorded call again. Nothing of the undo is left in it.
std::optional<Refusal> read_redo(CallState& call, const ledger::EntryId& id) {
    auto original = read_original(call, id);
    if (!original) return std::move(original).error();
    const ledger::Entry& intent = original->intent.decoded.entry;
    const auto state = call.basis.parts.store.undo_state(original->outcome.decoded.id);
    if (!state) return std::move(unreadable_record(state.error())).value();
    if (*state != UndoState::undone) {
        return Refusal(code::nothing_to_redo,
                       "The call of entry " + to_string(id) +
                           " was not undone; to run it a second time, call the tool.");
    }
    if (intent.tool) call.proposal.call.tool = *intent.tool;
    if (auto refusal = check_whose(call, intent)) return refusal;
    const std::string* arguments = find_payload(original->intent.stored, "arguments");
    if (arguments == nullptr || has_field(original->intent, "arguments_whole") ||
        has_field(original->intent, "arguments_secrets")) {
        return Refusal(code::undo_incompatible,
                       "The recorded arguments are not kept in full; call the tool with the "
                       "arguments that it needs.");
    }
    call.proposal.call.arguments = *arguments;
    return std::nullopt;
}

/// The stricter of the two states: somebody may have changed the store's row outside the program.
Result<UndoState> undo_state_of(ledger::Store& store, const ledger::EntryId& outcome) {
    IAM_TRY(kept, store.undo_state(outcome));
    IAM_TRY(recorded, ledger::recorded_undo_state(store, outcome));
    return std::max(kept, recorded);
}

std::string list_of(const std::vector<ledger::EntryId>& entries) {
    std::string list;
    for (const ledger::EntryId& one : entries) list += (list.empty() ? "" : ", ") + to_string(one);
    return list;
}

/// A call without an outcome may have changed the same objects, or may be about to.
Refusal later_is_unsettled(const CallState& call, const std::vector<ledger::EntryId>& intents) {
    return Refusal(
        code::undo_depends,
        "Calls that began later have no outcome yet and may change the same as entry " +
            to_string(call.proposal.undo->original) + ": " + list_of(intents) +
            ". Wait for them or reconcile them; a person who has looked can undo it all the "
            "same.");
}

/// The entry of the last undo, in words.
std::string last_undo(const CallState& call) {
    const auto undos = call.basis.parts.store.undos_of(call.proposal.undo->original);
    return undos && !undos->empty() ? " (entry " + to_string(undos->back().id) + ")" : "";
}

}  // namespace

/// If a later call changed the same objects, it depends on the state to be removed by the undo.
std::optional<Refusal> check_later(CallState& call) {
    if (!call.proposal.undo->touching) return std::nullopt;
    auto later =
        later_calls(call.basis, *call.proposal.undo->touching, call.proposal.undo->within_call);
    if (!later) return std::move(unreadable_record(later.error())).value();
    const std::string id = to_string(call.proposal.undo->original);
    if (!later->is_known) {
        return Refusal(code::undo_depends,
                       "More than " + std::to_string(call.basis.settings.later_entries_max) +
                           " entries came after entry " + id +
                           ", so it is not known whether a later call changed the same; a person "
                           "who has looked can undo it all the same.");
    }
    call.proposal.undo->looked_to = std::move(later->seen);
    if (!later->unsettled.empty()) return later_is_unsettled(call, later->unsettled);
    if (later->outcomes.empty()) return std::nullopt;
    Refusal refusal;
    for (const ledger::EntryId& one : later->outcomes) refusal.later.push_back(to_string(one));
    refusal.code = code::undo_depends;
    refusal.message = "Later calls changed the same as entry " + id + " (\"" + later->key +
                      "\"); undo them first, in this order: " + list_of(later->outcomes) + ".";
    return refusal;
}

std::optional<Refusal> read_undo(CallState& call, const ledger::EntryId& id) {
    auto original = read_original(call, id);
    if (!original) return std::move(original).error();
    const ledger::Entry& intent = original->intent.decoded.entry;
    const ledger::Entry& outcome = original->outcome.decoded.entry;
    call.proposal.undo = UndoPlan{};
    call.proposal.undo->original = original->outcome.decoded.id;
    call.proposal.undo->arguments_digest = intent.arguments_digest.value_or(Digest{});
    if (intent.tool) call.proposal.call.tool = *intent.tool;
    if (auto refusal = check_undo_state(call)) return refusal;
    if (!outcome.success.value_or(false)) {
        return Refusal(code::nothing_to_undo,
                       "The call of entry " + to_string(id) + " failed; nothing to undo.");
    }
    if (auto refusal = check_tool(call, original->intent)) return refusal;
    if (call.tool.contract->undo_window)
        call.proposal.undo->until = outcome.time + *call.tool.contract->undo_window;
    if (auto refusal = check_undo_state(call)) return refusal;
    if (auto refusal = check_whose(call, intent)) return refusal;
    if (auto refusal = check_ruled_out(*original)) return refusal;
    if (auto refusal = take_values(call, *original)) return refusal;
    if (auto refusal = check_recorded_fit(call, intent)) return refusal;
    if (const std::string* states = find_payload(original->outcome.stored, "states"))
        call.proposal.undo->states = *states;
    if (has_field(original->outcome, "touches"))
        call.proposal.undo->touching = std::move(original->outcome.stored);
    call.value.digest = digest_undo(call);
    const Contract& contract = *call.tool.contract;
    call.value.keys_digest = digest_keys(call.basis.parts.store.key(), contract.digests.consent,
                                         contract, call.proposal.call.arguments);
    call.value.is_read = true;
    return std::nullopt;
}

std::optional<Refusal> check_undo_state(const CallState& call) {
    const std::string id = to_string(call.proposal.undo->original);
    const auto state = undo_state_of(call.basis.parts.store, call.proposal.undo->original);
    if (!state) return std::move(unreadable_record(state.error())).value();
    switch (*state) {
        case UndoState::none:
            return check_window(call);
        case UndoState::undone:
            return Refusal(code::already_undone,
                           "The call of entry " + id + " was undone already.");
        case UndoState::pending:
            break;
    }
    return Refusal(code::outcome_unknown,
                   "An undo of entry " + id + " was begun" + last_undo(call) +
                       " and its outcome is not known: it may have happened, or still run; look "
                       "for yourself, and record what became of it.");
}

Call call_for(UndoRequest& request) {
    Call call;
    call.subject = std::move(request.subject);
    call.proposer = std::move(request.proposer);
    return call;
}

void start_redo(const CallPointer& call, const ledger::EntryId& entry) {
    try {
        if (auto refusal = read_redo(*call, entry)) return refuse(*call, *std::move(refusal));
    } catch (...) {
        return give_up(*call);
    }
    go_on(call, Reading::current);
}

void start_undo(const CallPointer& call, const UndoRequest& request) {
    try {
        if (auto refusal = read_undo(*call, request.entry))
            return refuse(*call, *std::move(refusal));
        call->proposal.undo->within_call = request.within_call;
        if (call->proposal.call.proposer.kind == Proposer::Kind::person) {
            call->proposal.undo->approver = request.approver;
            if (request.despite_later) call->proposal.undo->touching.reset();
        }
    } catch (...) {
        return give_up(*call);
    }
    go_on(call, Reading::current);
}

}  // namespace iam::gate
