// Existing consent is taken; only without it a person is asked.
#include "gate/steps/seek_consent.hpp"

#include "gate/questions/approvals.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/questions/open_questions.hpp"
#include "gate/questions/prompts.hpp"
#include "gate/record/record_writer.hpp"
#include "gate/record/records.hpp"
#include "gate/steps/decide.hpp"
#include <iam/core/json.hpp>

#include <utility>

namespace iam::gate {
namespace {

/// As JSON, for the record.
std::string english_list(const std::vector<words::Sentences>& sentences) {
    Json list = Json::array();
    for (const words::Sentences& one : sentences) list.push_back(one.english());
    return canonical_json(list).value_or("[]");
}

using consent::ApprovalState;

Refusal stale(std::string why) {
    return Refusal(code::stale_approval,
                   std::move(why) + "; nothing was run, have the call confirmed anew.");
}

/// Why the approval does not fit this call; empty if it does.
std::string misfit(const CallState& call, const consent::Approval& approval) {
    if (approval.tool != call.proposal.call.tool) return "The approval was given for another tool";
    if (approval.subject != call.proposal.call.subject)
        return "The approval was given to somebody else";
    if (approval.consent_digest != call.tool.contract->digests.consent) {
        return "The tool has changed since it was approved";
    }
    if (approval.arguments_digest != call.value.digest) {
        return "The approval was given for other arguments";
    }
    if (asks_for_input(approval) && approval.call_id != call.proposal.call.id) {
        return "The input was given to another call";
    }
    if (!approval.instance.empty() && approval.instance != call.basis.instance) {
        return "The approval serves only the run of the program that asked";
    }
    if (consent::state_at(approval.expires, call.standing.now) != consent::DeadlineState::running) {
        return "The approval has expired";
    }
    return {};
}

std::optional<Refusal> check_state(const Basis& basis, const consent::Approval& approval) {
    switch (approval.state) {
        case ApprovalState::given:
            return std::nullopt;
        case ApprovalState::pending: {
            const bool is_input = asks_for_input(approval);
            Refusal refusal{
                std::string(is_input ? code::requires_user_input : code::confirmation_required),
                "The approval " + approval.id + " has not been answered yet."};
            refusal.approval = approval.id;
            return refusal;
        }
        case ApprovalState::refused:
            return refused_by_record(basis, approval);
        case ApprovalState::consumed:
            return stale("The approval has been used already");
        case ApprovalState::withdrawn:
        case ApprovalState::expired:
            break;
    }
    return stale("The approval is " + std::string(to_string(approval.state)));
}

consent::Decision allowed_by(consent::Source source, const std::string& id, std::string reason) {
    return {
        .effect = Policy::allow, .source = source, .source_id = id, .reason = std::move(reason)};
}

/// Why the answer of a program or a client does not count for this call; empty if it does.
std::string why_too_weak(const CallState& call, const consent::Approval& approval) {
    const bool by_client = is_by_client(approval);
    if (!by_client && !is_by_program(approval)) return {};
    const std::string by = by_client ? "a client" : "a program";
    if (call.standing.wants_person)
        return "The approval was given by " + by + ", and a managed rule wants a person";
    if (by_client && call.standing.risk == consent::Risk::high)
        return "The approval was given by a client, and a call of high risk wants a person";
    return {};
}

std::string_view reason_of(const consent::Approval& approval) {
    if (is_by_program(approval)) return "A program approved exactly this call.";
    if (is_by_client(approval))
        return "The client stated that its person approved exactly this call.";
    return "A person approved exactly this call.";
}

/// Uses an approval given for this call.
void use_approval(CallState& call, consent::Approval&& approval) {
    take_inputs(call, approval);
    take_decision(
        call, allowed_by(consent::Source::approval, approval.id, std::string(reason_of(approval))));
    call.question.approval = std::move(approval);
}

/// Takes up the approval of this id: named by the caller, or given to the question.
std::optional<Refusal> take_approval(CallState& call, const std::string& id) {
    auto found = call.basis.parts.store.approval(id);
    if (!found) {
        return Refusal(code::ledger_unavailable,
                       "The approval cannot be read, so nothing was run: " + found.error().message);
    }
    if (!*found || !equal_constant_time((*found)->id, id)) {
        return stale("There is no approval of that id");
    }
    consent::Approval approval = **std::move(found);
    if (const auto ended = end_if_overdue(call.writer, approval, call.standing.now); !ended)
        return unavailable(ended.error());
    if (const std::string why = misfit(call, approval); !why.empty()) return stale(why);
    if (auto refusal = check_state(call.basis, approval)) return refusal;
    if (const std::string why = why_too_weak(call, approval); !why.empty()) return stale(why);
    use_approval(call, std::move(approval));
    return std::nullopt;
}

/// If a hook changed the arguments, the caller's approval may be about the old ones. Then the call
/// does not use it.
void leave_foreign_approval(CallState& call) {
    if (call.proposal.rewrites == 0 || call.proposal.options.approval.empty()) return;
    const auto found = call.basis.parts.store.approval(call.proposal.options.approval);
    if (found && (!*found || (*found)->arguments_digest != call.value.digest))
        call.proposal.options.approval.clear();
}

/// True if the caller's approval is a question that nobody needs to answer any more. Ends it.
bool is_needless(CallState& call, const Refusal& why) {
    const bool is_open = why.code == code::confirmation_required && !why.approval.empty();
    if (!is_open || call.proposal.undo || call.standing.decision().effect != Policy::allow)
        return false;
    const auto pending = call.basis.parts.store.approval(why.approval);
    if (!pending || !*pending) return false;
    const auto ended = close_question(
        call.writer, **pending, ApprovalState::withdrawn,
        "It is allowed by now: " + call.standing.decision().reason.english(), call.standing.now);
    // Somebody may have answered it meanwhile.
    if (!ended) return false;
    call.proposal.options.approval.clear();
    return true;
}

/// True if the caller's approval is an open question that the prompter can be shown once more.
bool take_open_approval(CallState& call, const Refusal& why) {
    const bool is_open = why.code == code::confirmation_required && !why.approval.empty();
    const bool can_ask = call.proposal.options.asks_again && !call.proposal.undo &&
                         call.basis.parts.prompter != nullptr &&
                         call.standing.decision().effect == Policy::confirm;
    if (!is_open || !can_ask) return false;
    auto pending = call.basis.parts.store.approval(why.approval);
    if (!pending || !*pending) return false;
    call.question.approval = **std::move(pending);
    call.question.is_recorded = true;
    // If the question ends without an answer, the call asks as one without an approval.
    call.proposal.options.approval.clear();
    return true;
}

void assert_by_host(CallState& call) {
    if (!call.question.approval) {
        call.question.approval = new_approval(call, ApprovalState::consumed);
        call.question.approval->approver =
            consent::Approver{.kind = consent::ApproverKind::host_assertion};
    }
    take_decision(call, allowed_by(consent::Source::host_assertion, call.question.approval->id,
                                   "The host states that a person confirmed exactly this call."));
}

bool is_own_consent(const CallState& call) {
    return call.proposal.undo && call.proposal.call.proposer.kind == Proposer::Kind::person &&
           !call.standing.wants_person;
}

/// If an undo is its own consent, it spends no grant, unless the grant lifts a stored deny.
bool needs_no_grant(const CallState& call) {
    return is_own_consent(call) && call.standing.decision().source == consent::Source::grant &&
           call.standing.known->standing.stored_policy != Policy::deny;
}

/// True if an open approval of an equal call would be used. An approval left over from "allow
/// always" or beside a grant would outlive their revocation.
bool looks_for_open_question(const CallState& call) {
    const CallOptions& options = call.proposal.options;
    if (!options.takes_open_question || call.proposal.undo || call.question.passes > 0)
        return false;
    const consent::Decision& decision = call.standing.decision();
    if (decision.effect == Policy::confirm) return !options.confirmed || call.standing.wants_person;
    return decision.source == consent::Source::grant ||
           decision.source == consent::Source::permission;
}

/// True if the approval is about an equal call with other ids.
bool is_of_equal_call(const CallState& call, const consent::Approval& approval) {
    const Proposer& now = call.proposal.call.proposer;
    const Proposer& then = approval.proposer;
    const bool is_same_proposer =
        now.kind == then.kind && now.model == then.model && now.provider == then.provider;
    return is_same_proposer && !approval.is_undo && misfit(call, approval).empty() &&
           why_too_weak(call, approval).empty() && !asks_for_input(approval);
}

/// The open approval of an equal call: a given one before a pending one, then the oldest.
Result<std::optional<consent::Approval>> find_open_question(const CallState& call) {
    IAM_TRY(open, call.basis.parts.store.approvals());
    std::optional<consent::Approval> pending;
    for (consent::Approval& each : open) {
        if (!is_of_equal_call(call, each)) continue;
        if (each.state == ApprovalState::given) return std::optional(std::move(each));
        if (!pending) pending = std::move(each);
    }
    return pending;
}

/// Takes consent without a question. False: there is none.
bool take_other_consent(CallState& call) {
    if (call.standing.decision().effect == Policy::allow && !needs_no_grant(call)) {
        call.question.approval.reset();  // an earlier attempt may have left an assertion
        return true;
    }
    if (is_own_consent(call)) {
        take_decision(call, allowed_by(consent::Source::approval, {},
                                       "A person asked for this undo, which is its own consent."));
        return true;
    }
    if (call.proposal.options.confirmed && !call.standing.wants_person) {
        assert_by_host(call);
        return true;
    }
    return false;
}

/// Takes up the open question of an equal call, or else the consent of take_other_consent().
std::optional<Refusal> take_open_question(CallState& call) {
    auto found = find_open_question(call);
    if (!found) {
        return Refusal(
            code::ledger_unavailable,
            "The open questions cannot be read, so nothing was run: " + found.error().message);
    }
    if (*found && (*found)->state == ApprovalState::given) {
        use_approval(call, **std::move(found));
        call.question.is_taken_up = true;
        return std::nullopt;
    }
    if (*found) {
        Refusal pending = left_pending(call, **found);
        if (!is_needless(call, pending)) return pending;
    }
    if (take_other_consent(call)) return std::nullopt;
    return check_room_for_question(call.writer, call.proposal.call.subject, call.standing.now);
}

/// After a conflict a taken-up approval is looked for anew: another call may have used it.
void leave_taken_up_approval(CallState& call) {
    if (call.question.passes > 0 || !std::exchange(call.question.is_taken_up, false)) return;
    call.question.approval.reset();
}

// The question is durable before it is shown, so another process may answer it.
Result<void> put_question(CallState& call) {
    consent::Approval approval = new_approval(call, ApprovalState::pending);
    ledger::Batch batch;
    static_cast<void>(keep_contract(call.writer, *call.tool.contract, batch));
    ledger::EntryDraft& draft = add_call_entry(call, batch, ledger::EntryKind::approval);
    draft.entry.approval = approval.id;
    draft.entry.decision = call.standing.decision();
    add_risk(call, draft.entry);
    add_arguments(call, draft);
    if (!call.question.preview_text.empty())
        add_payload(call, draft, "preview", call.question.preview_text);
    if (!call.standing.changes.empty())
        add_payload(call, draft, "changes", english_list(call.standing.changes));
    batch.change(ledger::PutApproval{approval});
    const std::uint64_t bytes = count_record(call, batch);
    IAM_CHECK(commit(call.writer, std::move(batch)));
    call.writer.quota.spend(call.proposal.call.subject, bytes);
    call.question.approval = std::move(approval);
    return {};
}

}  // namespace

std::optional<Refusal> take_consent(CallState& call) {
    leave_foreign_approval(call);
    leave_taken_up_approval(call);
    const Boxed<consent::Approval>& held = call.question.approval;
    const bool is_given = held && held->state == ApprovalState::given;
    if (is_given || !call.proposal.options.approval.empty()) {
        // A copy: taking the approval up replaces the holder of the text.
        const std::string id = held ? held->id : call.proposal.options.approval;
        auto why = take_approval(call, id);
        if (!why || is_needless(call, *why) || take_open_approval(call, *why)) return std::nullopt;
        return why;
    }
    if (looks_for_open_question(call)) return take_open_question(call);
    if (take_other_consent(call)) return std::nullopt;
    return check_room_for_question(call.writer, call.proposal.call.subject, call.standing.now);
}

bool needs_person(const CallState& call) {
    return call.standing.decision().effect == Policy::confirm;
}

Stop ask_person(const CallPointer& call) {
    const bool is_recorded = std::exchange(call->question.is_recorded, false);
    if (auto put = is_recorded ? Result<void>{} : put_question(*call); !put) {
        return Refused{Refusal(code::ledger_unavailable,
                               "The question cannot be recorded, so nobody was asked and nothing "
                               "was run: " +
                                   put.error().message)};
    }
    if (call->basis.parts.prompter == nullptr) return Refused{left_pending(*call)};
    switch (ask(call)) {
        case Asked::asking:
            return Asking{};
        case Asked::not_from_here:
            return Refused{left_pending(*call)};
        case Asked::ended:
            break;
    }
    return Refused{ended_while_waiting(*call)};
}

}  // namespace iam::gate
