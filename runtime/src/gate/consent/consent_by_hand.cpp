// Policies, grants, permissions and approvals, set by a person. Each change is an entry.
#include "gate/consent/consent_keys.hpp"
#include "gate/consent/lasting_consent.hpp"
#include "gate/consent/revocations.hpp"
#include "gate/engine/engine.hpp"
#include "gate/questions/approvals.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/questions/open_questions.hpp"
#include "gate/questions/recent_runs.hpp"
#include "gate/record/records.hpp"
#include "gate/steps/look_up.hpp"
#include "gate/steps/read_value.hpp"
#include <iam/gate/consent.hpp>
#include <iam/words/catalogue.hpp>

#include <algorithm>
#include <utility>

namespace iam::gate {
namespace {

using consent::ApprovalState;
using consent::Grant;
using consent::Permission;

FoundTool find_tool(const Engine& engine, const ToolId& id) {
    return HandlerAccess::find(engine.parts.registry.snapshot(), id);
}

tl::unexpected<Error> unknown_tool(const ToolId& id) {
    return fail(Errc::not_found, "There is no tool \"" + display_name(id) +
                                     "\" in this program; consent is bound to a tool's contract.");
}

/// Checks the terms. With arguments in the terms, `call` holds the read value afterwards.
Result<void> check_terms(CallState& call, const GrantTerms& terms) {
    if (auto refusal = look_up_tool(call)) {
        return fail(call.tool ? Errc::invalid_argument : Errc::not_found, refusal->message);
    }
    if (terms.uses == 0U) {
        return fail(Errc::invalid_argument, "A grant without uses allows nothing; give it one.");
    }
    if (terms.keys_only && (!terms.arguments || call.tool.contract->consent_keys.empty())) {
        return fail(Errc::invalid_argument,
                    terms.arguments ? "The tool has no consent keys; leave keys_only out."
                                    : "Which values of its consent keys are meant is said by "
                                      "arguments that have them; give some.");
    }
    if (!terms.arguments) return {};
    auto refusal = read_arguments(call);
    if (refusal) return fail(Errc::invalid_argument, refusal->message);
    return record_arguments(call);
}

Grant make_grant(const CallState& call, const GrantTerms& terms) {
    const Subject& subject = call.proposal.call.subject;
    const auto any_if_empty = [](const std::string& part) {
        return part.empty() ? std::optional<std::string>() : part;
    };
    Grant grant;
    grant.id = random_id(call.basis.entropy);
    grant.tool = call.proposal.call.tool;
    grant.user = subject.user;
    grant.workspace = subject.workspace;
    grant.session = any_if_empty(subject.session);
    grant.agent = any_if_empty(subject.agent);
    grant.consent_digest = call.tool.contract->digests.consent;
    if (terms.keys_only && call.value.keys_digest)
        grant.match = {consent::Match::Kind::keys, *call.value.keys_digest};
    else if (terms.arguments)
        grant.match = {consent::Match::Kind::exact, call.value.digest};
    grant.uses = terms.uses;
    if (terms.duration)
        grant.deadline = consent::deadline_after(call.standing.now, *terms.duration);
    grant.risk = consent::risk_of(*call.tool.contract, call.proposal.call.tool.origin.empty());
    grant.granted_by = subject.user;
    return grant;
}

bool is_running(const std::optional<consent::Deadline>& deadline, const Moment& now) {
    return !deadline || consent::state_at(*deadline, now) == consent::DeadlineState::running;
}

Result<consent::Approval> find_pending(Engine& engine, const std::string& id) {
    IAM_TRY(found, engine.parts.store.approval(id));
    if (!found || !equal_constant_time(found->id, id)) {
        return fail(Errc::not_found, "There is no approval of that id.");
    }
    if (found->state != ApprovalState::pending) {
        return fail(Errc::conflict, "The approval is " + std::string(to_string(found->state)) +
                                        " already; have the call proposed anew.");
    }
    return *std::move(found);
}

/// Nobody is asked if the answer cannot matter, since the call would be denied or allowed anyway.
/// Hooks are not asked here; they decide when the call is made.
Result<void> check_open(Engine& engine, const consent::Approval& pending,
                        const Contract& contract) {
    IAM_TRY(ruling, rule_on_question(engine, pending, contract, engine.clock.now()));
    if (!ruling) return {};
    const bool hooks_may_differ =
        ruling->floor != Policy::deny && !engine.parts.interceptors.empty();
    if (hooks_may_differ || ruling->decision.effect == Policy::confirm) return {};
    if (ruling->decision.effect == Policy::deny) {
        return fail(Errc::conflict, "Whatever is answered, the call would be denied now: " +
                                        ruling->decision.reason.english());
    }
    // No earlier consent covers an undo or a request for input.
    if (pending.is_undo || asks_for_input(pending)) return {};
    return fail(Errc::conflict,
                "Nobody needs to answer, for the call is allowed now; it can be made "
                "without the approval: " +
                    ruling->decision.reason.english());
}

/// A program answers for itself: about one call, and only where no managed rule wants a person.
Result<void> check_program(const Engine& engine, const consent::Approval& pending,
                           const Contract* contract, consent::Answer answer, const Moment& now) {
    if (answer == consent::Answer::deny_once) return {};
    if (answer != consent::Answer::allow_once) {
        return fail(Errc::invalid_argument,
                    "\"Always\" is a person's word; a program answers once, or sets a policy.");
    }
    if (contract == nullptr) {
        return fail(Errc::invalid_argument,
                    "The tool is not registered in this program, so whether a rule wants a person "
                    "cannot be told here; answer where the tool lives.");
    }
    const consent::Facts facts = facts_of_question(engine, pending, *contract, now);
    const auto rules = consent::rules_for(rules_now(engine), *contract);
    if (!consent::decide(facts, {}, engine.settings.consent, rules).wants_person) return {};
    return fail(Errc::invalid_argument,
                "A managed rule wants a person to answer this; put the question to one.");
}

/// The parts of a question that its entry has and its approval has not.
struct PutQuestion {
    consent::Decision decision{};
    std::vector<words::Sentences> changes{};
};

PutQuestion put_question_of(const Engine& engine, const consent::Approval& approval) {
    PutQuestion put;
    put.decision.reason = say(words::Id::answered_elsewhere);
    const auto entries = engine.parts.store.entries_of_call(approval.call_id);
    if (!entries) return put;
    for (const ledger::StoredEntry& stored : *entries) {
        const auto entry = read_entry(stored);
        if (!entry || entry->entry.approval != approval.id) continue;
        if (entry->entry.decision) {
            put.decision = *entry->entry.decision;
            put.decision.reason = words::recognised(put.decision.reason.english());
        }
        const std::string* text = find_payload(stored, "changes");
        const auto list = text == nullptr ? Result<Json>(Json()) : parse_json(*text);
        if (!list || !list->is_array()) continue;
        for (const Json& sentence : *list)
            if (sentence.is_string()) put.changes.emplace_back(sentence.get<std::string>());
    }
    return put;
}

constexpr words::Id k_no_edit_here = words::Id::no_edit_here;

/// Checks the form of an answer, whatever its question is.
Result<void> check_form(const gate::ApprovalAnswer& answer) {
    if (answer.principal == Proposer::Kind::model ||
        answer.principal == Proposer::Kind::mcp_client) {
        return fail(Errc::invalid_argument,
                    "A model or an MCP client never answers an approval; a person does.");
    }
    if (answer.answer == consent::Answer::none) {
        return fail(Errc::invalid_argument,
                    "\"none\" is no answer; withdraw the approval if nobody shall decide.");
    }
    if (answer.answer == consent::Answer::edit) {
        return fail(Errc::invalid_argument, english(k_no_edit_here));
    }
    if (fit_reason(answer.reason) != answer.reason) {
        return fail(Errc::invalid_argument, "The reason must be UTF-8 of at most " +
                                                std::to_string(consent::k_reason_bytes_max) +
                                                " bytes without control characters.");
    }
    return {};
}

/// Here the record says what was asked: where an "always" would change nothing, a grant is not known to change anything either.
words::Sentences why_not_further(const consent::PromptRequest& request) {
    return request.deny_only_because.empty() ? request.always_refused_because
                                             : request.deny_only_because;
}

Result<void> check_further_here(const gate::ApprovalAnswer& answer,
                                const consent::Approval& pending) {
    if (!answer.further) return {};
    if (answer.principal != Proposer::Kind::person) {
        return fail(Errc::invalid_argument,
                    "Further calls are a person's to allow; a program answers about one call.");
    }
    if (!pending.always_refused_because.empty()) {
        return fail(Errc::invalid_argument,
                    "Further calls cannot be allowed here: " + pending.always_refused_because);
    }
    return {};
}

constexpr words::Id k_secret_elsewhere = words::Id::only_deny_secret_input;

Result<void> check_inputs_here(const gate::ApprovalAnswer& answer,
                               const consent::Approval& pending) {
    if (answer.answer != consent::Answer::allow_once) return {};
    if (!asks_for_secret(open_inputs(pending))) return {};
    return fail(Errc::invalid_argument, english(k_secret_elsewhere));
}

consent::PromptRequest recorded_question(Engine& engine, const consent::Approval& approval,
                                         const Contract& contract) {
    consent::PromptRequest request;
    request.approval_id = approval.id;
    request.application = engine.parts.registry.application();
    request.contract = contract;
    request.call = {.id = approval.call_id,
                    .tool = approval.tool,
                    .arguments = approval.arguments,
                    .subject = approval.subject,
                    .proposer = approval.proposer};
    request.risk = consent::risk_of(contract, approval.tool.origin.empty());
    PutQuestion put = put_question_of(engine, approval);
    request.decision = std::move(put.decision);
    request.changes = std::move(put.changes);
    request.edit_refused_because = say(k_no_edit_here);
    request.preview = decode_preview(approval.preview);
    request.inputs = open_inputs(approval);
    if (!request.inputs.empty()) request.decision.reason = say(k_input_reason);
    if (!request.preview && contract.has_preview) {
        request.preview_failure = say(words::Id::no_preview_recorded);
    }
    request.recent_runs = recent_runs(engine, approval.tool, approval.subject, engine.clock.now());
    if (recorded_keys(engine, approval, &contract))
        request.consent_keys = consent_keys_in(contract, approval.arguments);
    request.always_refused_because = words::recognised(approval.always_refused_because);
    offer_always(engine, approval, request);
    request.deny_only_because = asks_for_secret(request.inputs)
                                    ? words::Sentences(say(k_secret_elsewhere))
                                    : why_only_deny(engine, approval, &contract);
    // The asking program may know the value and call answer(). A person who reads the record does
    // not.
    if (request.deny_only_because.empty() && !approval.has_secrets && !is_whole(engine, approval)) {
        request.deny_only_because = say(words::Id::only_deny_record);
    }
    request.further_refused_because = why_not_further(request);
    return request;
}

}  // namespace

Result<void> Consent::set_policy(const ToolId& tool, std::optional<Policy> policy,
                                 const Subject& by) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    ledger::Batch batch;
    ledger::Entry& entry = add_entry_by(*engine_, batch, ledger::EntryKind::policy, by);
    entry.tool = tool;
    entry.policy = policy;
    batch.change(ledger::PutPolicy{tool, policy});
    IAM_CHECK(commit(*engine_, std::move(batch)));
    return {};
}

Result<std::optional<Policy>> Consent::stored_policy(const ToolId& tool) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(standing, engine_->parts.store.standing(tool, Subject{}));
    return standing.stored_policy;
}

Result<consent::Decision> Consent::peek(const ToolId& tool, const Subject& subject) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    const FoundTool found = find_tool(*engine_, tool);
    if (!found) return unknown_tool(tool);
    IAM_TRY(standing, engine_->parts.store.standing(tool, subject));
    const Moment now = engine_->clock.now();
    IAM_TRY(changes, engine_->history.changes(engine_->parts.store, *found.contract, standing));
    consent::Facts facts{.contract = *found.contract, .subject = subject, .now = now};
    facts.changes = &changes;
    const auto rules = consent::rules_for(rules_now(*engine_), *found.contract);
    return consent::decide(facts, standing, engine_->settings.consent, rules).decision;
}

Result<Grant> Consent::grant(const ToolId& tool, const GrantTerms& terms, const Subject& subject) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    Call exact;
    exact.tool = tool;
    exact.arguments = terms.arguments.value_or("");
    exact.subject = subject;
    CallState call(engine_, std::move(exact), {});
    IAM_CHECK(check_terms(call, terms));
    Grant grant = make_grant(call, terms);
    ledger::Batch batch;
    ledger::EntryDraft& draft =
        add_entry(*engine_, batch, ledger::EntryKind::grant, call.standing.now);
    draft.entry.subject = subject;
    draft.entry.tool = tool;
    draft.entry.grant = grant.id;
    draft.entry.contract = call.tool.contract->digests;
    draft.entry.risk = grant.risk;
    if (terms.keys_only) {
        draft.payloads.push_back(
            {"keys", random_salt(engine_->entropy),
             consent_keys_text(*call.tool.contract, recorded_arguments(call)).value_or("{}")});
    } else if (terms.arguments) {
        draft.entry.arguments_digest = call.value.digest;
        add_arguments(call, draft);
    }
    static_cast<void>(keep_contract(*engine_, *call.tool.contract, batch));
    batch.change(ledger::PutGrant{grant});
    IAM_CHECK(commit(*engine_, std::move(batch)));
    return grant;
}

Result<Grant> Consent::grant_once(const ToolId& tool, const Subject& subject) {
    return grant(tool, {.uses = 1}, subject);
}

Result<Grant> Consent::grant_for(const ToolId& tool, std::chrono::milliseconds duration,
                                 const Subject& subject) {
    return grant(tool, {.duration = duration}, subject);
}

Result<Grant> Consent::grant_until_cleared(const ToolId& tool, const Subject& subject) {
    return grant(tool, {}, subject);
}

Result<Revoked> Consent::revoke(const std::string& id, const Subject& by) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(revoked,
            revoke_where(*engine_, {by, {}}, [&](const auto& record) { return record.id == id; }));
    if (revoked.count() == 0) {
        return fail(Errc::not_found, "There is no grant or permission of that id.");
    }
    return revoked;
}

Result<Revoked> Consent::revoke_tool(const ToolId& tool, const Subject& by) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    return revoke_where(*engine_, {by, {}},
                        [&](const auto& record) { return record.tool == tool && allows(record); });
}

Result<Revoked> Consent::revoke_all(const Subject& by) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    return revoke_where(*engine_, {by, {}}, [](const auto& record) { return allows(record); });
}

Result<std::vector<Grant>> Consent::grants() {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(grants, engine_->parts.store.grants());
    const Moment now = engine_->clock.now();
    std::vector<Grant> usable;
    for (Grant& grant : grants) {
        if (grant.uses.value_or(1) == 0 || !is_running(grant.deadline, now)) continue;
        IAM_TRY(counts, counts_today(*engine_, grant.tool, grant.consent_digest));
        if (counts) usable.push_back(std::move(grant));
    }
    return usable;
}

Result<std::vector<Permission>> Consent::permissions() {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(permissions, engine_->parts.store.permissions());
    const Moment now = engine_->clock.now();
    std::vector<Permission> usable;
    for (Permission& permission : permissions) {
        if (!is_running(permission.expires, now) ||
            consent::has_lapsed(permission, now, engine_->settings.consent)) {
            continue;
        }
        IAM_TRY(counts, counts_today(*engine_, permission.tool, permission.consent_digest));
        // A denial survives changes of the tool.
        if (counts || !permission.allow) usable.push_back(std::move(permission));
    }
    return usable;
}

Result<std::vector<consent::Approval>> Consent::pending_approvals() {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    return open_questions(*engine_, engine_->clock.now());
}

std::vector<std::string> inputs_asked_by(const consent::Approval& approval) {
    std::vector<std::string> keys;
    for (InputRequest& request : open_inputs(approval)) keys.push_back(std::move(request.key));
    return keys;
}

Result<consent::PromptRequest> Consent::question(const std::string& approval) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(pending, find_pending(*engine_, approval));
    if (const Moment now = engine_->clock.now(); !is_running(pending.expires, now)) {
        IAM_CHECK(end_if_overdue(*engine_, pending, now));
        return fail(Errc::conflict, "The approval has expired; have the call proposed anew.");
    }
    const FoundTool tool = find_tool(*engine_, pending.tool);
    if (!tool || tool.contract->digests.consent != pending.consent_digest) {
        return fail(Errc::conflict,
                    "The question is about a tool that this program does not have in this form; "
                    "answer it with the program that asked.");
    }
    IAM_CHECK(check_open(*engine_, pending, *tool.contract));
    return recorded_question(*engine_, pending, *tool.contract);
}

Result<consent::Approval> Consent::answer(const ApprovalAnswer& answer) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_CHECK(check_form(answer));
    IAM_TRY(pending, find_pending(*engine_, answer.approval));
    const Moment now = engine_->clock.now();
    if (!is_running(pending.expires, now)) {
        IAM_CHECK(end_if_overdue(*engine_, pending, now));
        return fail(Errc::conflict, "The approval has expired; have the call proposed anew.");
    }
    const FoundTool tool = find_tool(*engine_, pending.tool);
    if (tool && tool.contract->digests.consent != pending.consent_digest) {
        const std::string why = "The tool changed while the question was open.";
        IAM_CHECK(close_question(*engine_, std::move(pending), ApprovalState::withdrawn, why, now));
        return fail(Errc::conflict, why + " Have the call proposed anew.");
    }
    IAM_CHECK(check_further_here(answer, pending));
    IAM_CHECK(check_inputs_here(answer, pending));
    const bool by_program = answer.principal == Proposer::Kind::program;
    if (by_program) {
        IAM_CHECK(check_program(*engine_, pending, tool.contract, answer.answer, now));
    }
    const Verdict verdict{.answer = answer.answer,
                          .approver = by_program ? program_as_approver() : answer.approver,
                          .shown_digest = answer.shown_digest,
                          .reason = answer.reason,
                          .scope = answer.scope,
                          .further = answer.further,
                          .inputs = answer.inputs};
    return record_verdict(*engine_, std::move(pending), tool.contract, verdict, now);
}

Result<void> Consent::withdraw(const std::string& approval, const Subject& by) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(pending, find_pending(*engine_, approval));
    const std::string who = by.user.empty() ? "" : "Withdrawn by " + by.user + ".";
    return close_question(*engine_, std::move(pending), ApprovalState::withdrawn, who,
                          engine_->clock.now());
}

}  // namespace iam::gate
