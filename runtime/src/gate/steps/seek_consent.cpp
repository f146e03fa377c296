// Consent that is there already is taken; only without it a person is asked.
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
    const bool by_program = is_by_program(approval);
    if (by_program && call.standing.wants_person) {
        return stale("The approval was given by a program, and a managed rule wants a person");
    }
    take_inputs(call, approval);
    call.question.approval = std::move(approval);
    take_decision(call, allowed_by(consent::Source::approval, id,
                                   by_program ? "A program approved exactly this call."
                                              : "A person approved exactly this call."));
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

/// An undo that is its own consent spends no grant, unless the grant lifts a stored deny.
bool needs_no_grant(const CallState& call) {
    return is_own_consent(call) && call.standing.decision().source == consent::Source::grant &&
           call.standing.known->standing.stored_policy != Policy::deny;
}

// The question is durable before it is shown, so that another process may answer it.
Result<void> put_question(CallState& call) {
    consent::Approval approval = new_approval(call, ApprovalState::pending);
    ledger::Batch batch;
    static_cast<void>(keep_contract(call.writer, *call.tool.contract, batch));
    ledger::EntryDraft& draft = add_call_entry(call, batch, ledger::EntryKind::approval);
    draft.entry.approval = approval.id;
    draft.entry.decision = call.standing.decision();
    draft.entry.risk = call.standing.risk;
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
    const Boxed<consent::Approval>& held = call.question.approval;
    const bool is_given = held && held->state == ApprovalState::given;
    if (is_given || !call.proposal.options.approval.empty()) {
        // A copy: taking the approval up replaces the one that holds the text.
        const std::string id = held ? held->id : call.proposal.options.approval;
        auto why = take_approval(call, id);
        if (!why || is_needless(call, *why)) return std::nullopt;
        return why;
    }
    if (call.standing.decision().effect == Policy::allow && !needs_no_grant(call)) {
        call.question.approval.reset();  // an assertion that an earlier attempt would have needed
        return std::nullopt;
    }
    if (is_own_consent(call)) {
        take_decision(call, allowed_by(consent::Source::approval, {},
                                       "A person asked for this undo, which is its own consent."));
        return std::nullopt;
    }
    if (call.proposal.options.confirmed && !call.standing.wants_person) {
        assert_by_host(call);
        return std::nullopt;
    }
    return check_room_for_question(call.writer, call.proposal.call.subject, call.standing.now);
}

bool needs_person(const CallState& call) {
    return call.standing.decision().effect == Policy::confirm;
}

Stop ask_person(const CallPointer& call) {
    if (auto put = put_question(*call); !put) {
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
