// Policies, grants and permissions, set by a person. Each change is an entry.
#include "gate/consent/consent_keys.hpp"
#include "gate/consent/held_consent.hpp"
#include "gate/consent/revocations.hpp"
#include "gate/consent/server_trust.hpp"
#include "gate/engine/engine.hpp"
#include "gate/record/records.hpp"
#include "gate/steps/look_up.hpp"
#include "gate/steps/read_value.hpp"
#include <iam/gate/consent.hpp>

#include <algorithm>
#include <utility>

namespace iam::gate {
namespace {

using consent::Grant;

Result<void> check_contract(const Contract& contract, const std::optional<Digest>& seen) {
    if (!seen || contract.digests.consent == *seen) return {};
    return fail(Errc::conflict, "The tool has changed since it was shown; look at it again.");
}

/// Checks the terms. With arguments in the terms, `call` holds the read value afterwards.
Result<void> check_terms(CallState& call, const GrantTerms& terms) {
    if (auto refusal = look_up_tool(call)) {
        return fail(call.tool ? Errc::invalid_argument : Errc::not_found, refusal->message);
    }
    IAM_CHECK(check_contract(*call.tool.contract, terms.seen_contract));
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
    grant.risk = risk_now(call.basis, *call.tool.contract);
    grant.granted_by = subject.user;
    return grant;
}

/// Checks the stored policy. The batch expects that it stays so until the commit.
Result<void> expect_stored(Engine& engine, const ToolId& tool,
                           const std::optional<std::optional<Policy>>& seen, ledger::Batch& batch) {
    if (!seen) return {};
    IAM_TRY(standing, engine.parts.store.standing(tool, Subject{}));
    if (standing.stored_policy != *seen) {
        return fail(Errc::conflict,
                    "The policy was changed elsewhere meanwhile; look at the list again.");
    }
    batch.expect(ledger::ExpectEpoch{std::string(consent::k_common_scope), standing.epoch});
    return {};
}

}  // namespace

Result<void> Consent::set_policy(const ToolId& tool, std::optional<Policy> policy,
                                 const Subject& by, const SeenPolicy& seen) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    ledger::Batch batch;
    ledger::Entry& entry = add_entry_by(*engine_, batch, ledger::EntryKind::policy, by);
    entry.approver = approver_;
    entry.tool = tool;
    entry.policy = policy;
    ledger::PutPolicy change{tool, policy, {}};
    const FoundTool found = find_tool(*engine_, tool);
    const bool is_bound = policy == Policy::allow && !tool.origin.empty();
    if (!found && (is_bound || seen.contract)) return unknown_tool(tool);
    if (found) IAM_CHECK(check_contract(*found.contract, seen.contract));
    if (is_bound) {
        entry.contract = found.contract->digests;
        change.consent_digest = found.contract->digests.consent;
        static_cast<void>(keep_contract(*engine_, *found.contract, batch));
    }
    IAM_CHECK(expect_stored(*engine_, tool, seen.stored, batch));
    batch.change(std::move(change));
    IAM_CHECK(commit(*engine_, std::move(batch)));
    return {};
}

Result<std::optional<Policy>> Consent::stored_policy(const ToolId& tool) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(standing, engine_->parts.store.standing(tool, Subject{}));
    return standing.stored_policy;
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
    draft.entry.approver = approver_;
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
    IAM_TRY(revoked, revoke_where(*engine_, {by, {}, approver_},
                                  [&](const auto& record) { return record.id == id; }));
    if (revoked.count() == 0) {
        return fail(Errc::not_found, "There is no grant or permission of that id.");
    }
    return revoked;
}

Result<Revoked> Consent::revoke_tool(const ToolId& tool, const Subject& by) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    return revoke_where(*engine_, {by, {}, approver_},
                        [&](const auto& record) { return record.tool == tool && allows(record); });
}

Result<Revoked> Consent::revoke_all(const Subject& by) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    return revoke_where(*engine_, {by, {}, approver_},
                        [](const auto& record) { return allows(record); });
}

}  // namespace iam::gate
