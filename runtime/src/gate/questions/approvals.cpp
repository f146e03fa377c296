// An answer and its permission are recorded in one commit.
#include "gate/questions/approvals.hpp"

#include "gate/consent/lasting_consent.hpp"
#include "gate/functions/replies.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/record/record_writer.hpp"
#include "gate/record/records.hpp"
#include "gate/steps/read_value.hpp"
#include <iam/core/entropy.hpp>
#include <iam/core/json.hpp>

#include <algorithm>
#include <utility>

namespace iam::gate {
namespace {

using consent::Answer;
using consent::ApprovalState;

using words::Id;
using words::say;

constexpr std::string_view k_reason = "reason";
// More edits than this come from a program.
constexpr int k_edits_max = 16;

bool is_allow(Answer answer) {
    return answer == Answer::allow_once || answer == Answer::allow_always;
}

bool is_always(Answer answer) {
    return answer == Answer::allow_always || answer == Answer::deny_always;
}

/// Line ends and tabs are allowed. In UTF-8 the controls from U+0080 take two bytes.
bool has_controls(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const auto next = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : 0);
        if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) return true;
        if (byte == 0xC2 && next >= 0x80 && next <= 0x9F) return true;
    }
    return false;
}

/// False if the host does not let this approver give this answer.
bool may_answer(const Basis& basis, const consent::Approval& approval, const Verdict& verdict) {
    const auto& may_approve = basis.parts.may_approve;
    if (!may_approve || !is_allow(verdict.answer)) return true;
    bool may = false;
    const std::string thrown = run_hook([&] { may = may_approve(verdict.approver, approval); });
    return thrown.empty() && may;
}

/// Checked also if the question asks for no input. An undo never asks.
Result<std::vector<InputValue>> check_inputs(consent::Approval& answered,
                                             const std::vector<InputValue>& given) {
    if (asks_for_input(answered)) return give_inputs(answered, given);
    if (given.empty()) return given;
    return fail(Errc::invalid_argument, "The question asks for no input; leave it out.");
}

/// Adds the values for the function to the entry of the answer.
void add_inputs(const Basis& basis, const consent::Approval& answered, const Verdict& verdict,
                ledger::EntryDraft& draft) {
    if (verdict.inputs.empty()) return;
    draft.entry.kind = ledger::EntryKind::input;
    Json shown = Json::object();
    Json secret = Json::object();
    const std::vector<InputRequest> hidden = open_inputs(answered);
    for (const InputValue& value : verdict.inputs) {
        const bool is_secret = std::any_of(hidden.begin(), hidden.end(), [&](const auto& request) {
            return request.key == value.key;
        });
        (is_secret ? secret : shown)[value.key] = value.text;
    }
    const auto text = [](const Json& values) { return canonical_json(values).value_or("{}"); };
    draft.payloads.push_back({"inputs", random_salt(basis.entropy), text(shown)});
    if (secret.empty()) return;
    draft.commitments.push_back({"inputs_secrets", random_salt(basis.entropy), text(secret)});
}

/// The answer's entry, and its permission, if any.
ledger::Batch answer_batch(RecordWriter& writer, const consent::Approval& answered,
                           const Contract* contract, const Verdict& verdict, const Moment& now) {
    ledger::Batch batch;
    ledger::EntryDraft& draft = add_approval_entry(writer, batch, answered, now);
    draft.entry.approver = verdict.approver;
    draft.entry.answer = std::string(to_string(verdict.answer));
    draft.entry.shown_digest = verdict.shown_digest;
    add_inputs(writer, answered, verdict, draft);
    if (!verdict.reason.empty() && !is_allow(verdict.answer)) {
        draft.payloads.push_back(
            {std::string(k_reason), random_salt(writer.entropy), verdict.reason});
    }
    if (is_always(verdict.answer)) {
        add_permission(writer, answered, contract, verdict, now, batch);
    }
    if (verdict.further) add_further_grant(writer, answered, *contract, verdict, now, batch);
    return batch;
}

ledger::Batch verdict_batch(RecordWriter& writer, const consent::Approval& pending,
                            const consent::Approval& answered, const Contract* contract,
                            const Verdict& verdict, const Moment& now) {
    ledger::Batch batch = answer_batch(writer, answered, contract, verdict, now);
    batch.expect(ledger::ExpectApproval{pending.id, pending.state, pending.consent_digest,
                                        pending.arguments_digest});
    batch.change(ledger::PutApproval{answered});
    return batch;
}

Result<void> commit_end(RecordWriter& writer, ledger::Batch batch) {
    IAM_CHECK(commit(writer, std::move(batch)));
    return {};
}

/// True if no other run of the program could continue the call.
bool belongs_to_this_run(const CallState& call) {
    return !call.tool.contract->bound_class.empty() ||
           recorded_arguments(call) != call.proposal.call.arguments;
}

/// A tool could change its keys and so escape a denial by keys. So exactly the shown value is
/// denied.
void deny_no_keys(Verdict& verdict) {
    if (verdict.answer == Answer::deny_always && verdict.scope == consent::CallScope::keys)
        verdict.scope = consent::CallScope::arguments;
}

/// The proposer learns the reason for the question: the rules cannot be read.
std::string why_by_broken_rules(const consent::Decision& decision) {
    const bool by_rules = decision.source == consent::Source::rule && decision.source_id.empty();
    return by_rules ? " It is asked about because: " + decision.reason.english() : std::string();
}

}  // namespace

Result<consent::Approval> record_verdict(RecordWriter& writer, consent::Approval pending,
                                         const Contract* contract, Verdict verdict,
                                         const Moment& now) {
    const bool by_client = verdict.approver.kind == consent::ApproverKind::client_asserted;
    if (by_client && (is_always(verdict.answer) || verdict.further)) {
        return fail(
            Errc::invalid_argument,
            "A client answers about one call; \"always\" and further calls are a person's.");
    }
    if (!may_answer(writer, pending, verdict)) {
        return fail(Errc::invalid_argument,
                    "Who answered may not allow this; have it answered by somebody who may.");
    }
    if (is_allow(verdict.answer)) {
        const auto why = why_only_deny(writer, pending, contract);
        if (!why.empty()) return fail(Errc::invalid_argument, why.english());
    }
    if (!verdict.keys_digest) verdict.keys_digest = recorded_keys(writer, pending, contract);
    deny_no_keys(verdict);
    IAM_CHECK(check_lasting(verdict, pending, contract, now));
    // A late answer still allows this call, since its end was shown.
    if (verdict.further && verdict.further->until <= now.wall) verdict.further.reset();
    // "Never undo" must not become "never run the tool".
    if (pending.is_undo && verdict.answer == Answer::deny_always) {
        verdict.answer = Answer::deny_once;
    }
    consent::Approval answered = pending;
    if (is_allow(verdict.answer)) {
        IAM_TRY(values, check_inputs(answered, verdict.inputs));
        verdict.inputs = std::move(values);
    } else {
        verdict.inputs.clear();
    }
    answered.state = is_allow(verdict.answer) ? ApprovalState::given : ApprovalState::refused;
    answered.approver = verdict.approver;
    answered.shown_digest = verdict.shown_digest;
    ledger::Batch batch = verdict_batch(writer, pending, answered, contract, verdict, now);
    if (verdict.answer == Answer::allow_always || verdict.further) {
        IAM_CHECK(commit_lasting_allow(writer, pending, *contract, batch, now));
    } else {
        IAM_CHECK(commit(writer, std::move(batch)));
    }
    return answered;
}

Result<void> record_deny_always(RecordWriter& writer, const consent::Approval& approval,
                                const Contract* contract, Verdict verdict, const Moment& now) {
    deny_no_keys(verdict);
    IAM_CHECK(commit(writer, answer_batch(writer, approval, contract, verdict, now)));
    return {};
}

ledger::EntryDraft& add_end(const Basis& basis, ledger::Batch& batch, consent::Approval ended,
                            ApprovalState state, const std::string& why, const Moment& now) {
    batch.expect(ledger::ExpectApproval{ended.id, ended.state, ended.consent_digest,
                                        ended.arguments_digest});
    ended.state = state;
    ledger::EntryDraft& draft = add_approval_entry(basis, batch, ended, now);
    draft.entry.code = std::string(to_string(state));
    if (!why.empty()) {
        draft.payloads.push_back({"message", random_salt(basis.entropy), why});
    }
    batch.change(ledger::PutApproval{std::move(ended)});
    return draft;
}

Result<void> close_question(RecordWriter& writer, consent::Approval pending, ApprovalState state,
                            const std::string& why, const Moment& now) {
    ledger::Batch batch;
    add_end(writer, batch, std::move(pending), state, why, now);
    return commit_end(writer, std::move(batch));
}

Result<void> record_edit(RecordWriter& writer, const consent::Approval& pending,
                         const Verdict& verdict, const std::string& why, const Moment& now) {
    ledger::Batch batch;
    ledger::Entry& entry =
        add_end(writer, batch, pending, ApprovalState::withdrawn, why, now).entry;
    entry.approver = verdict.approver;
    entry.answer = std::string(to_string(verdict.answer));
    entry.shown_digest = verdict.shown_digest;
    return commit_end(writer, std::move(batch));
}

consent::Approver program_as_approver() {
    return consent::Approver{.kind = consent::ApproverKind::program};
}

bool is_by_program(const consent::Approval& approval) {
    return approval.approver && approval.approver->kind == consent::ApproverKind::program;
}

bool is_by_client(const consent::Approval& approval) {
    return approval.approver && approval.approver->kind == consent::ApproverKind::client_asserted;
}

Refusal user_denied(consent::ApproverKind by, const std::string& reason) {
    using Kind = consent::ApproverKind;
    Refusal refusal(code::user_denied, by == Kind::program ? "A program refused this call."
                                       : by == Kind::client_asserted
                                           ? "The client refused this call for its person."
                                           : "A person refused this call.");
    if (!reason.empty()) refusal.message += " The reason given: " + reason;
    return refusal;
}

// Only the answer's entry has the words, so they can be erased like all text of people.
Refusal refused_by_record(const Basis& basis, const consent::Approval& approval) {
    std::string reason;
    if (const auto entries = basis.parts.store.entries_of_call(approval.call_id)) {
        for (const ledger::StoredEntry& stored : *entries) {
            const auto decoded = read_entry(stored);
            const std::string* text = find_payload(stored, k_reason);
            if (decoded && text != nullptr && decoded->entry.approval == approval.id) {
                reason = *text;
            }
        }
    }
    return user_denied(approval.approver.value_or(consent::Approver{}).kind, reason);
}

std::string fit_reason(const std::string& reason) {
    const bool fits = reason.size() <= consent::k_reason_bytes_max && is_valid_utf8(reason) &&
                      !has_controls(reason);
    return fits ? reason : std::string();
}

consent::Facts facts_of_question(const Basis& basis, const consent::Approval& pending,
                                 const Contract& contract, const Moment& now) {
    const auto* arguments = is_whole(basis, pending) ? &pending.arguments : nullptr;
    consent::Facts facts{.contract = contract,
                         .subject = pending.subject,
                         .arguments_digest = &pending.arguments_digest,
                         .now = now,
                         .arguments = arguments};
    facts.hidden = &contract.secret_arguments;
    return facts;
}

Result<std::optional<consent::Ruling>> rule_on_question(const Basis& basis,
                                                        const consent::Approval& pending,
                                                        const Contract& contract,
                                                        const Moment& now) {
    IAM_TRY(standing, basis.parts.store.standing(pending.tool, pending.subject));
    consent::Facts facts = facts_of_question(basis, pending, contract, now);
    const auto keys = recorded_keys(basis, pending, &contract);
    if (keys) facts.keys_digest = &*keys;
    const consent::Settings& settings = basis.settings.consent;
    const auto rules = consent::rules_for(rules_now(basis), contract, standing.trust);
    if (facts.arguments == nullptr)
        return consent::denied_outright(facts, standing, settings, rules);
    return consent::decide(facts, standing, settings, rules);
}

words::Sentences why_not_edit(const CallState& call) {
    if (!call.question.asked.empty()) return say(Id::no_edit_begun);
    if (call.proposal.undo) return say(Id::no_edit_undo);
    if (recorded_arguments(call) != call.proposal.call.arguments) return say(Id::no_edit_hidden);
    if (call.proposal.edits < k_edits_max) return {};
    return say(Id::no_edit_often, {{"count", std::to_string(k_edits_max)}});
}

Refusal left_pending(const CallState& call) {
    if (!call.question.asked.empty()) return waits_for_input(call);
    return left_pending(call, *call.question.approval);
}

Refusal left_pending(const CallState& call, const consent::Approval& question) {
    const bool is_found_again = call.proposal.options.takes_open_question && !call.proposal.undo;
    const bool only_here = !question.instance.empty();
    Refusal refusal(code::confirmation_required,
                    "The call waits for a person: answer the approval " + question.id +
                        ", then call again with the same arguments" +
                        (is_found_again ? "" : " and this approval") +
                        (only_here ? ", both in this run of the program." : ".") +
                        why_by_broken_rules(call.standing.decision()));
    refusal.approval = question.id;
    return refusal;
}

bool is_whole(const Basis& basis, const consent::Approval& approval) {
    // An undo function gets the recorded values, and its question has another digest.
    return approval.is_undo || digest_arguments(basis.parts.store.key(), approval.consent_digest,
                                                approval.arguments) == approval.arguments_digest;
}

words::Sentences why_only_deny(const Basis& basis, const consent::Approval& approval,
                               const Contract* contract) {
    const bool whole = is_whole(basis, approval);
    const bool is_ours = approval.instance == basis.instance;
    if (is_ours || (approval.instance.empty() && whole)) return {};
    if (approval.has_secrets) return say(Id::only_deny_secrets);
    if (!whole) return say(Id::only_deny_changed);
    if (contract == nullptr) return say(Id::only_deny_object);
    return say(Id::only_deny_object_of, {{"class", contract->bound_class}});
}

consent::Approval new_approval(CallState& call, ApprovalState state) {
    consent::Approval approval;
    approval.id = random_id(call.basis.entropy);
    approval.call_id = call.proposal.call.id;
    approval.tool = call.proposal.call.tool;
    approval.subject = call.proposal.call.subject;
    approval.proposer = call.proposal.call.proposer;
    approval.consent_digest = call.tool.contract->digests.consent;
    approval.arguments_digest = call.value.digest;
    approval.arguments = recorded_arguments(call);
    approval.has_secrets = !call.value.redaction.secrets.empty();
    if (belongs_to_this_run(call)) approval.instance = call.basis.instance;
    approval.is_undo = call.proposal.undo.has_value();
    approval.always_refused_because = why_not_always(call).english();
    approval.preview = call.question.preview_text;
    approval.expires =
        consent::deadline_after(call.standing.now, call.basis.settings.approval_lifetime);
    approval.state = state;
    return approval;
}

}  // namespace iam::gate
