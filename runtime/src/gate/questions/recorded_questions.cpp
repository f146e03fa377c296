// Recorded questions, and answers from elsewhere than their prompter.
#include "gate/consent/consent_keys.hpp"
#include "gate/consent/lasting_consent.hpp"
#include "gate/consent/server_trust.hpp"
#include "gate/engine/engine.hpp"
#include "gate/questions/approvals.hpp"
#include "gate/questions/inputs.hpp"
#include "gate/questions/open_questions.hpp"
#include "gate/questions/recent_runs.hpp"
#include "gate/record/records.hpp"
#include <iam/core/json.hpp>
#include <iam/gate/consent.hpp>
#include <iam/words/catalogue.hpp>

#include <utility>

namespace iam::gate {
namespace {

using consent::ApprovalState;

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

/// Not a person answers about one call, and only where no managed rule wants a person.
Result<void> check_no_person(const Engine& engine, const consent::Approval& pending,
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
    const auto rules =
        consent::rules_for(rules_now(engine), *contract, trust_in_origin(engine, *contract));
    if (!consent::decide(facts, {}, engine.settings.consent, rules).wants_person) return {};
    return fail(Errc::invalid_argument,
                "A managed rule wants a person to answer this; put the question to one.");
}

/// A client may state its person's answer about a client's call, unless the risk is high.
Result<void> check_client(const Engine& engine, const consent::Approval& pending,
                          const Contract* contract, consent::Answer answer, const Moment& now) {
    if (pending.proposer.kind != Proposer::Kind::mcp_client) {
        return fail(Errc::invalid_argument,
                    "A client answers about a client's call alone; a person answers about others.");
    }
    IAM_CHECK(check_no_person(engine, pending, contract, answer, now));
    const bool is_high = contract == nullptr || risk_now(engine, *contract) == consent::Risk::high;
    if (answer == consent::Answer::deny_once || !is_high) return {};
    return fail(Errc::invalid_argument,
                "A call of high risk wants a person; put the question to one.");
}

/// The parts of a question in its entry but not in its approval.
struct PutQuestion {
    consent::Decision decision{};
    std::vector<words::Sentences> changes{};
};

/// The reason of an interceptor (a policy elsewhere, for example) is in a stranger's words.
words::Writer writer_of(const consent::Decision& decision) {
    return decision.source == consent::Source::interceptor ? words::Writer::anyone
                                                           : words::Writer::library;
}

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
            put.decision.reason =
                words::recognised(put.decision.reason.english(), writer_of(put.decision));
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

/// Checks the form of an answer to any question.
Result<void> check_form(const ApprovalAnswer& answer) {
    const bool is_asserted = answer.approver.kind == consent::ApproverKind::client_asserted;
    const bool by_client = answer.principal == Proposer::Kind::mcp_client;
    if (answer.principal == Proposer::Kind::model || by_client != is_asserted) {
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

/// The record does not tell whether a grant would help. Where an "always" would change nothing, a
/// grant is not offered either.
words::Sentences why_not_further(const consent::PromptRequest& request) {
    return request.deny_only_because.empty() ? request.always_refused_because
                                             : request.deny_only_because;
}

Result<void> check_further_here(const ApprovalAnswer& answer, const consent::Approval& pending) {
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

Result<void> check_inputs_here(const ApprovalAnswer& answer, const consent::Approval& pending) {
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
    request.trust = trust_at(engine, contract, approval);
    request.risk = consent::risk_of(contract, consent::is_believed(request.trust));
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
    request.always_refused_because =
        words::recognised(approval.always_refused_because, words::Writer::library);
    offer_always(engine, approval, request);
    request.deny_only_because = asks_for_secret(request.inputs)
                                    ? words::Sentences(say(k_secret_elsewhere))
                                    : why_only_deny(engine, approval, &contract);
    // The asking program may know the value and call answer(). A reader of the record does not.
    if (request.deny_only_because.empty() && !approval.has_secrets && !is_whole(engine, approval)) {
        request.deny_only_because = say(words::Id::only_deny_record);
    }
    request.further_refused_because = why_not_further(request);
    return request;
}

/// Ends the question if its deadline has passed. Error: conflict then.
Result<void> check_deadline(Engine& engine, const consent::Approval& pending, const Moment& now) {
    if (consent::state_at(pending.expires, now) == consent::DeadlineState::running) return {};
    IAM_CHECK(end_if_overdue(engine, pending, now));
    return fail(Errc::conflict, "The approval has expired; have the call proposed anew.");
}

}  // namespace

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

Result<consent::PromptRequest> Consent::question(const std::string& approval,
                                                 Proposer::Kind answerer) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(pending, find_pending(*engine_, approval));
    const Moment now = engine_->clock.now();
    IAM_CHECK(check_deadline(*engine_, pending, now));
    const FoundTool tool = find_tool(*engine_, pending.tool);
    if (!tool || tool.contract->digests.consent != pending.consent_digest) {
        return fail(Errc::conflict,
                    "The question is about a tool that this program does not have in this form; "
                    "answer it with the program that asked.");
    }
    IAM_CHECK(check_open(*engine_, pending, *tool.contract));
    if (answerer == Proposer::Kind::mcp_client) {
        IAM_CHECK(check_client(*engine_, pending, tool.contract, consent::Answer::allow_once, now));
    }
    return recorded_question(*engine_, pending, *tool.contract);
}

Result<consent::Approval> Consent::answer(const ApprovalAnswer& answer) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_CHECK(check_form(answer));
    IAM_TRY(pending, find_pending(*engine_, answer.approval));
    const Moment now = engine_->clock.now();
    IAM_CHECK(check_deadline(*engine_, pending, now));
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
        IAM_CHECK(check_no_person(*engine_, pending, tool.contract, answer.answer, now));
    }
    if (answer.principal == Proposer::Kind::mcp_client) {
        IAM_CHECK(check_client(*engine_, pending, tool.contract, answer.answer, now));
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
