// Answers become records in one commit with the permission that they stand for.
#include "approvals.hpp"

#include "engine.hpp"
#include "inputs.hpp"
#include "recorded_call.hpp"
#include "records.hpp"
#include <iam/core/json.hpp>

#include <algorithm>
#include <utility>

namespace iam::invoke {
namespace {

using consent::Answer;
using consent::ApprovalState;

constexpr std::string_view k_reason = "reason";
constexpr std::string_view k_input_each_time = "The function asks for its input with each call.";
constexpr std::string_view k_undo_each_time = "An undo is asked about each time.";
constexpr std::string_view k_program_asks_each_time =
    "This program asks about each such call, whatever was allowed before.";
// Whoever goes on changing is a program.
constexpr int k_edits_max = 16;

bool is_allow(Answer answer) {
    return answer == Answer::allow_once || answer == Answer::allow_always;
}

bool is_always(Answer answer) {
    return answer == Answer::allow_always || answer == Answer::deny_always;
}

/// Beside line ends and tabs. The text is UTF-8, in which those from U+0080 on take two bytes.
bool has_controls(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const auto next = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : 0);
        if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) return true;
        if (byte == 0xC2 && next >= 0x80 && next <= 0x9F) return true;
    }
    return false;
}

Result<void> check_always(const consent::Approval& pending, const Contract* contract) {
    if (!pending.always_refused_because.empty()) {
        return fail(Errc::invalid_argument, pending.always_refused_because);
    }
    if (contract == nullptr) {
        return fail(Errc::invalid_argument,
                    "The tool is not registered in this program, so \"allow always\" cannot be "
                    "judged here; allow it once, or answer where the tool lives.");
    }
    if (const auto reason = consent::refuses_always(*contract)) {
        return fail(Errc::invalid_argument, std::string(*reason));
    }
    if (contract->digests.consent != pending.consent_digest) {
        return fail(Errc::invalid_argument,
                    "The tool has changed since the question was put; have the call proposed "
                    "anew.");
    }
    return {};
}

/// What holds wherever the answer is given.
Result<void> check_further(const Verdict& verdict, const consent::Approval& pending,
                           const Contract* contract, const Moment& now) {
    const consent::FurtherCalls& further = *verdict.further;
    const auto refuse = [](std::string why) {
        return fail(Errc::invalid_argument, std::move(why));
    };
    if (verdict.answer != Answer::allow_once) {
        return refuse("Further calls are allowed together with \"allow once\" only.");
    }
    if (further.uses == 0U) {
        return refuse("No further calls are allowed by leaving them out; give at least one use.");
    }
    if (further.until > saturating_add(now.wall, consent::k_further_calls_span_max)) {
        return refuse("Further calls are allowed for at most " +
                      std::to_string(consent::k_further_calls_span_max.count()) +
                      " hours; make a grant with other terms.");
    }
    if (pending.is_undo) return refuse(std::string(k_undo_each_time));
    if (contract == nullptr || contract->digests.consent != pending.consent_digest) {
        return refuse(
            "The tool is not registered here as it was when the question was put, so "
            "only this call can be allowed.");
    }
    if (const auto reason = consent::refuses_always(*contract)) return refuse(std::string(*reason));
    return {};
}

/// A person's "deny always" is lifted by revoking it, not by an answer to an older question. The
/// epoch at which there was none.
Result<std::uint64_t> check_no_denial(Engine& engine, const consent::Approval& pending,
                                      const Contract& contract, const Moment& now) {
    IAM_TRY(standing, engine.parts.store.standing(pending.tool, pending.subject));
    const consent::Facts facts{contract, pending.subject, &pending.arguments_digest, now};
    for (const consent::Permission& permission : standing.permissions) {
        if (permission.allow || !consent::covers(permission, facts)) continue;
        return fail(Errc::conflict,
                    "A person has answered \"deny always\" about this tool; revoke "
                    "the permission " +
                        permission.id + " first, then allow it.");
    }
    return standing.epoch;
}

std::chrono::hours lifetime_of_always(const Engine& engine, consent::Risk risk) {
    return consent::permission_lifetime(risk, engine.settings.consent.always_lifetimes);
}

/// Counted from the question, which names the moment, and not from the answer.
std::chrono::sys_time<std::chrono::milliseconds> end_of_always(const Engine& engine,
                                                               const consent::Approval& approval,
                                                               consent::Risk risk) {
    return saturating_add(approval.expires.set_at, lifetime_of_always(engine, risk));
}

consent::Permission make_permission(Engine& engine, const consent::Approval& approval,
                                    const Contract* contract, const Verdict& verdict,
                                    const Moment& now) {
    consent::Permission permission;
    permission.id = random_id(engine.parts.entropy);
    permission.tool = approval.tool;
    permission.user = approval.subject.user;
    permission.workspace = approval.subject.workspace;
    if (verdict.scope == consent::AlwaysScope::arguments) {
        permission.match = {consent::Match::Kind::exact, approval.arguments_digest};
    }
    permission.allow = verdict.answer == Answer::allow_always;
    permission.consent_digest = approval.consent_digest;
    permission.granted_by =
        verdict.approver.login.empty() ? verdict.approver.uid : verdict.approver.login;
    if (permission.allow && contract != nullptr) {
        const auto risk = consent::risk_of(*contract, approval.tool.origin.empty());
        const std::chrono::milliseconds lifetime = lifetime_of_always(engine, risk);
        permission.expires = consent::deadline_after(
            now, std::min(lifetime, end_of_always(engine, approval, risk) - now.wall));
    }
    return permission;
}

void add_permission(Engine& engine, const consent::Approval& approval, const Contract* contract,
                    const Verdict& verdict, const Moment& now, ledger::Batch& batch) {
    consent::Permission permission = make_permission(engine, approval, contract, verdict, now);
    ledger::EntryDraft& draft = add_approval_entry(engine, batch, approval, now);
    draft.entry.kind = ledger::EntryKind::permission;
    draft.entry.permission = permission.id;
    draft.entry.answer = std::string(to_string(verdict.answer));
    draft.entry.policy = permission.allow ? Policy::allow : Policy::deny;
    // The permission itself keeps the keyed digest alone.
    if (verdict.scope == consent::AlwaysScope::arguments) {
        draft.payloads.push_back(
            {"arguments", random_salt(engine.parts.entropy), approval.arguments});
    }
    // The answer's own entry names the permission too, so that either leads to the other.
    batch.entries.front().entry.permission = permission.id;
    if (contract != nullptr) static_cast<void>(keep_contract(engine, *contract, batch));
    batch.mutations.emplace_back(ledger::PutPermission{std::move(permission)});
}

consent::Grant make_further_grant(Engine& engine, const consent::Approval& approval,
                                  const Contract& contract, const Verdict& verdict,
                                  const Moment& now) {
    const consent::FurtherCalls& further = *verdict.further;
    const auto any_if_empty = [](const std::string& part) {
        return part.empty() ? std::optional<std::string>() : part;
    };
    consent::Grant grant;
    grant.id = random_id(engine.parts.entropy);
    grant.tool = approval.tool;
    grant.user = approval.subject.user;
    grant.workspace = approval.subject.workspace;
    grant.session = any_if_empty(approval.subject.session);
    grant.agent = any_if_empty(approval.subject.agent);
    grant.consent_digest = approval.consent_digest;
    if (further.these_arguments) {
        grant.match = {consent::Match::Kind::exact, approval.arguments_digest};
    }
    grant.uses = further.uses;
    grant.deadline = consent::deadline_after(now, further.until - now.wall);
    grant.risk = consent::risk_of(contract, approval.tool.origin.empty());
    grant.granted_by =
        verdict.approver.login.empty() ? verdict.approver.uid : verdict.approver.login;
    grant.prompt_id = approval.id;
    return grant;
}

void add_further_grant(Engine& engine, const consent::Approval& approval, const Contract& contract,
                       const Verdict& verdict, const Moment& now, ledger::Batch& batch) {
    consent::Grant grant = make_further_grant(engine, approval, contract, verdict, now);
    ledger::EntryDraft& draft = add_approval_entry(engine, batch, approval, now);
    draft.entry.kind = ledger::EntryKind::grant;
    draft.entry.grant = grant.id;
    draft.entry.risk = grant.risk;
    draft.entry.contract = contract.digests;
    if (verdict.further->these_arguments) {
        draft.payloads.push_back(
            {"arguments", random_salt(engine.parts.entropy), approval.arguments});
    }
    // As for an "always".
    batch.entries.front().entry.grant = grant.id;
    static_cast<void>(keep_contract(engine, contract, batch));
    batch.mutations.emplace_back(ledger::PutGrant{std::move(grant)});
}

/// False if it is an answer that the host lets this approver not give.
bool may_answer(const Engine& engine, const consent::Approval& approval, const Verdict& verdict) {
    const auto& may_approve = engine.parts.may_approve;
    if (!may_approve || !is_allow(verdict.answer)) return true;
    bool may = false;
    const std::string thrown = run_hook([&] { may = may_approve(verdict.approver, approval); });
    return thrown.empty() && may;
}

/// Also where none are asked for. An undo asks for none.
Result<std::vector<InputValue>> check_inputs(consent::Approval& answered,
                                             const std::vector<InputValue>& given) {
    if (asks_for_input(answered)) return give_inputs(answered, given);
    if (given.empty()) return given;
    return fail(Errc::invalid_argument, "The question asks for no input; leave it out.");
}

std::string scope_of(const Subject& subject) {
    std::string scope;
    if (!subject.user.empty()) scope += " for the user \"" + subject.user + "\"";
    if (!subject.workspace.empty()) scope += " in the workspace \"" + subject.workspace + "\"";
    return scope;
}

/// What a function got, in the entry of the answer that gave it.
void add_inputs(Engine& engine, const consent::Approval& answered, const Verdict& verdict,
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
    draft.payloads.push_back({"inputs", random_salt(engine.parts.entropy), text(shown)});
    if (secret.empty()) return;
    draft.commitments.push_back(
        {"inputs_secrets", random_salt(engine.parts.entropy), text(secret)});
}

/// The answer's entry, and the permission that it stands for.
ledger::Batch answer_batch(Engine& engine, const consent::Approval& answered,
                           const Contract* contract, const Verdict& verdict, const Moment& now) {
    ledger::Batch batch;
    ledger::EntryDraft& draft = add_approval_entry(engine, batch, answered, now);
    draft.entry.approver = verdict.approver;
    draft.entry.answer = std::string(to_string(verdict.answer));
    draft.entry.shown_digest = verdict.shown_digest;
    add_inputs(engine, answered, verdict, draft);
    if (!verdict.reason.empty() && !is_allow(verdict.answer)) {
        draft.payloads.push_back(
            {std::string(k_reason), random_salt(engine.parts.entropy), verdict.reason});
    }
    if (is_always(verdict.answer)) {
        add_permission(engine, answered, contract, verdict, now, batch);
    }
    if (verdict.further) add_further_grant(engine, answered, *contract, verdict, now, batch);
    return batch;
}

ledger::Batch verdict_batch(Engine& engine, const consent::Approval& pending,
                            const consent::Approval& answered, const Contract* contract,
                            const Verdict& verdict, const Moment& now) {
    ledger::Batch batch = answer_batch(engine, answered, contract, verdict, now);
    batch.expectations.emplace_back(ledger::ExpectApproval{
        pending.id, pending.state, pending.consent_digest, pending.arguments_digest});
    batch.mutations.emplace_back(ledger::PutApproval{answered});
    return batch;
}

/// What ends a question without a yes or a no.
ledger::Batch end_batch(Engine& engine, consent::Approval pending, ApprovalState state,
                        const std::string& why, const Moment& now) {
    ledger::Batch batch;
    batch.expectations.emplace_back(ledger::ExpectApproval{
        pending.id, pending.state, pending.consent_digest, pending.arguments_digest});
    pending.state = state;
    ledger::EntryDraft& draft = add_approval_entry(engine, batch, pending, now);
    draft.entry.code = std::string(to_string(state));
    if (!why.empty()) {
        draft.payloads.push_back({"message", random_salt(engine.parts.entropy), why});
    }
    batch.mutations.emplace_back(ledger::PutApproval{std::move(pending)});
    return batch;
}

Result<void> commit_end(Engine& engine, ledger::Batch batch) {
    IAM_CHECK(commit(engine, std::move(batch)));
    return {};
}

/// Of what allows more than one call. Looks again while others change the consent of other calls.
Result<void> commit_lasting_allow(Engine& engine, const consent::Approval& pending,
                                  const Contract& contract, const ledger::Batch& batch,
                                  const Moment& now) {
    Error last;
    for (int i = 0; i < k_commit_attempts_max; ++i) {
        IAM_TRY(epoch, check_no_denial(engine, pending, contract, now));
        ledger::Batch attempt = batch;
        attempt.expectations.emplace_back(ledger::ExpectEpoch{epoch});
        auto receipt = commit(engine, std::move(attempt));
        if (receipt) return {};
        last = std::move(receipt).error();
        IAM_TRY(epoch_now, engine.parts.store.epoch());
        if (last.code != Errc::conflict || epoch_now == epoch) break;
    }
    return tl::unexpected(std::move(last));
}

/// True if no other run could go on with the call.
bool belongs_to_this_run(const CallState& call) {
    return !call.tool.contract->bound_class.empty() ||
           recorded_arguments(call) != call.call.arguments;
}

/// Only where it could lapse before it ends.
std::string lapse_of(const Engine& engine, consent::Risk risk) {
    const auto unused_max = engine.settings.consent.permission_unused_max;
    if (!unused_max || *unused_max >= lifetime_of_always(engine, risk)) return {};
    const auto days = std::chrono::floor<std::chrono::days>(*unused_max);
    const bool whole = days == *unused_max && days.count() > 0;
    return " or it is not used for " + (whole ? std::to_string(days.count()) + " days"
                                              : std::to_string(unused_max->count()) + " hours");
}

std::string always_would_store(const Engine& engine, const consent::Approval& approval,
                               consent::Risk risk, consent::AlwaysScope scope) {
    const bool these = scope == consent::AlwaysScope::arguments;
    return "Allow every call of \"" + display_name(approval.tool) + "\"" +
           (these ? " with exactly these arguments" : "") + scope_of(approval.subject) + " until " +
           to_rfc3339(end_of_always(engine, approval, risk)) +
           ", unless a change of the tool ends it before" + lapse_of(engine, risk) + ".";
}

}  // namespace

Result<consent::Approval> record_verdict(Engine& engine, consent::Approval pending,
                                         const Contract* contract, Verdict verdict,
                                         const Moment& now) {
    if (!may_answer(engine, pending, verdict)) {
        return fail(Errc::invalid_argument,
                    "Who answered may not allow this; have it answered by somebody who may.");
    }
    if (is_allow(verdict.answer)) {
        const std::string why = why_only_deny(engine, pending, contract);
        if (!why.empty()) return fail(Errc::invalid_argument, why);
    }
    if (verdict.answer == Answer::allow_always) IAM_CHECK(check_always(pending, contract));
    if (verdict.further) IAM_CHECK(check_further(verdict, pending, contract, now));
    // Who answers late was still shown that moment, and it allows this call alone.
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
    ledger::Batch batch = verdict_batch(engine, pending, answered, contract, verdict, now);
    if (verdict.answer == Answer::allow_always || verdict.further) {
        IAM_CHECK(commit_lasting_allow(engine, pending, *contract, batch, now));
    } else {
        IAM_CHECK(commit(engine, std::move(batch)));
    }
    return answered;
}

Result<void> record_deny_always(Engine& engine, const consent::Approval& approval,
                                const Contract* contract, const Verdict& verdict,
                                const Moment& now) {
    IAM_CHECK(commit(engine, answer_batch(engine, approval, contract, verdict, now)));
    return {};
}

Result<void> close_question(Engine& engine, consent::Approval pending, ApprovalState state,
                            const std::string& why, const Moment& now) {
    return commit_end(engine, end_batch(engine, std::move(pending), state, why, now));
}

Result<void> record_edit(Engine& engine, const consent::Approval& pending, const Verdict& verdict,
                         const std::string& why, const Moment& now) {
    ledger::Batch batch = end_batch(engine, pending, ApprovalState::withdrawn, why, now);
    ledger::Entry& entry = batch.entries.front().entry;
    entry.approver = verdict.approver;
    entry.answer = std::string(to_string(verdict.answer));
    entry.shown_digest = verdict.shown_digest;
    return commit_end(engine, std::move(batch));
}

consent::Approver program_as_approver() {
    return consent::Approver{.kind = consent::ApproverKind::program};
}

bool is_by_program(const consent::Approval& approval) {
    return approval.approver && approval.approver->kind == consent::ApproverKind::program;
}

Refusal refused(bool by_program, const std::string& reason) {
    Refusal refusal{std::string(code::user_denied),
                    by_program ? "A program refused this call." : "A person refused this call."};
    if (!reason.empty()) refusal.message += " The reason given: " + reason;
    return refusal;
}

// The answer's entry alone has the words: like all that people write they can be deleted there.
Refusal refused_by_record(Engine& engine, const consent::Approval& approval) {
    std::string reason;
    if (const auto entries = engine.parts.store.entries_of_call(approval.call_id)) {
        for (const ledger::StoredEntry& stored : *entries) {
            const auto decoded = read_entry(stored);
            const std::string* text = find_payload(stored, k_reason);
            if (decoded && text != nullptr && decoded->entry.approval == approval.id) {
                reason = *text;
            }
        }
    }
    return refused(is_by_program(approval), reason);
}

std::string fit_reason(const std::string& reason) {
    const bool fits = reason.size() <= consent::k_reason_bytes_max && is_valid_utf8(reason) &&
                      !has_controls(reason);
    return fits ? reason : std::string();
}

std::string why_not_edit(const CallState& call) {
    if (!call.asked.empty()) return "The function has begun with these arguments.";
    if (call.undo) return "An undo takes the arguments of the call that it takes back.";
    if (recorded_arguments(call) != call.call.arguments) {
        return "Some of the arguments are not shown, so they cannot be written anew here.";
    }
    if (call.edits >= k_edits_max) {
        return "The arguments were changed " + std::to_string(k_edits_max) +
               " times already; allow the call or deny it.";
    }
    return {};
}

Refusal left_pending(const CallState& call) {
    if (!call.asked.empty()) return waits_for_input(call);
    const bool only_here = !call.approval->instance.empty();
    Refusal refusal{std::string(code::confirmation_required),
                    "The call waits for a person: answer the approval " + call.approval->id +
                        ", then call again with the same arguments and this approval" +
                        (only_here ? ", both in this run of the program." : ".")};
    refusal.approval = call.approval->id;
    return refusal;
}

std::string why_not_further(const CallState& call) {
    if (!call.asked.empty()) return std::string(k_input_each_time);
    if (call.undo) return std::string(k_undo_each_time);
    if (call.decision.source == consent::Source::interceptor) {
        return std::string(k_program_asks_each_time);
    }
    // A managed rule asks, and no grant lifts that.
    if (call.floor != Policy::allow) return "It would change nothing: " + call.decision.reason;
    if (const auto reason = consent::refuses_always(*call.tool.contract)) {
        return std::string(*reason);
    }
    return {};
}

std::string why_not_always(const CallState& call) {
    if (!call.asked.empty()) return std::string(k_input_each_time);
    if (call.undo) return std::string(k_undo_each_time);
    if (call.decision.source == consent::Source::interceptor) {
        return std::string(k_program_asks_each_time);
    }
    if (call.decision.source == consent::Source::rule) {
        return "It would change nothing: " + call.decision.reason;
    }
    if (const auto reason = consent::refuses_always(*call.tool.contract)) {
        return std::string(*reason);
    }
    return {};
}

void offer_always(const Engine& engine, const consent::Approval& approval,
                  consent::PromptRequest& request) {
    using consent::AlwaysScope;
    const auto would_store = [&](AlwaysScope scope) {
        return always_would_store(engine, approval, request.risk, scope);
    };
    request.always_would_store = would_store(AlwaysScope::tool);
    request.always_these_would_store = would_store(AlwaysScope::arguments);
}

bool is_whole(const Engine& engine, const consent::Approval& approval) {
    // An undo function gets what is recorded, and its question has another digest.
    return approval.is_undo || digest_arguments(engine.parts.store.key(), approval.consent_digest,
                                                approval.arguments) == approval.arguments_digest;
}

std::string why_only_deny(const Engine& engine, const consent::Approval& approval,
                          const Contract* contract) {
    const bool whole = is_whole(engine, approval);
    const bool is_ours = approval.instance == engine.instance;
    if (is_ours || (approval.instance.empty() && whole)) return {};
    if (approval.has_secrets) {
        return "The arguments hold secrets, which are not recorded. Only the run of the program "
               "that asked has the whole value: allow it there, or deny it here.";
    }
    if (!whole) {
        return "The arguments were changed for the record. Only the run of the program that asked "
               "has the value that the tool would get: allow it there, or deny it here.";
    }
    const std::string object =
        contract == nullptr ? "an object" : "an object of " + contract->bound_class;
    return "The tool works on " + object +
           " that lives in the run of the program that asked: allow it there, or deny it here.";
}

consent::Approval new_approval(CallState& call, ApprovalState state) {
    consent::Approval approval;
    approval.id = call.random.id();
    approval.call_id = call.call.id;
    approval.tool = call.call.tool;
    approval.subject = call.call.subject;
    approval.proposer = call.call.proposer;
    approval.consent_digest = call.tool.contract->digests.consent;
    approval.arguments_digest = call.arguments_digest;
    approval.arguments = recorded_arguments(call);
    approval.has_secrets = !call.redaction.secrets.empty();
    if (belongs_to_this_run(call)) approval.instance = call.engine->instance;
    approval.is_undo = call.undo.has_value();
    approval.always_refused_because = why_not_always(call);
    approval.preview = call.preview_text;
    approval.expires = consent::deadline_after(call.now, call.engine->settings.approval_lifetime);
    approval.state = state;
    return approval;
}

}  // namespace iam::invoke
