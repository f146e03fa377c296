// Permissions and grants as answers make them.
#include "gate/consent/lasting_consent.hpp"

#include "gate/consent/consent_keys.hpp"
#include "gate/consent/server_trust.hpp"
#include "gate/record/record_writer.hpp"
#include "gate/record/records.hpp"
#include <iam/words/catalogue.hpp>

#include <algorithm>
#include <utility>

namespace iam::gate {
namespace {

using consent::Answer;
using consent::CallScope;

using words::Id;
using words::say;

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
        return fail(Errc::invalid_argument, english(*reason));
    }
    if (contract->digests.consent != pending.consent_digest) {
        return fail(Errc::invalid_argument,
                    "The tool has changed since the question was put; have the call proposed "
                    "anew.");
    }
    return {};
}

/// Checks that hold wherever the answer is given.
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
    if (pending.is_undo) return refuse(english(Id::refused_undo));
    if (contract == nullptr || contract->digests.consent != pending.consent_digest) {
        return refuse(
            "The tool is not registered here as it was when the question was put, so "
            "only this call can be allowed.");
    }
    if (const auto reason = consent::refuses_always(*contract)) return refuse(english(*reason));
    return {};
}

/// An allowing answer by keys needs their values. A denial has no such scope (deny_no_keys).
Result<void> check_scope(const Verdict& verdict) {
    const bool by_keys =
        (verdict.answer == Answer::allow_always && verdict.scope == CallScope::keys) ||
        (verdict.further && verdict.further->scope == CallScope::keys);
    if (!by_keys || verdict.keys_digest) return {};
    return fail(Errc::invalid_argument,
                "The tool has no consent keys, or the record does not have the arguments as they "
                "are; allow exactly these arguments, or the tool.");
}

consent::Match match_of(CallScope scope, const consent::Approval& approval,
                        const Verdict& verdict) {
    if (scope == CallScope::tool) return {};
    if (scope == CallScope::keys && verdict.keys_digest)
        return {consent::Match::Kind::keys, *verdict.keys_digest};
    return {consent::Match::Kind::exact, approval.arguments_digest};
}

/// The record of the permission or grant itself keeps the keyed digest alone.
void keep_values(const Basis& basis, CallScope scope, const consent::Approval& approval,
                 const Contract* contract, ledger::EntryDraft& draft) {
    if (scope == CallScope::tool) return;
    const bool by_keys = scope == CallScope::keys && contract != nullptr;
    draft.payloads.push_back({by_keys ? "keys" : "arguments", random_salt(basis.entropy),
                              by_keys
                                  ? consent_keys_text(*contract, approval.arguments).value_or("{}")
                                  : approval.arguments});
}

/// A person's "deny always" is lifted by revoking it, not by an answer to an older question.
/// Returns the subject's epoch at which there was none.
Result<std::uint64_t> check_no_denial(const Basis& basis, const consent::Approval& pending,
                                      const Contract& contract, const Moment& now) {
    IAM_TRY(standing, basis.parts.store.standing(pending.tool, pending.subject));
    const consent::Facts facts{.contract = contract,
                               .subject = pending.subject,
                               .arguments_digest = &pending.arguments_digest,
                               .now = now};
    for (const consent::Permission& permission : standing.permissions) {
        if (permission.allow || !consent::covers(permission, facts)) continue;
        return fail(Errc::conflict,
                    "A person has answered \"deny always\" about this tool; revoke "
                    "the permission " +
                        permission.id + " first, then allow it.");
    }
    return standing.subject_epoch;
}

/// Nothing: it has no end by itself.
std::optional<std::chrono::milliseconds> lifetime_of_always(const Basis& basis,
                                                            consent::Risk risk) {
    const auto hours = consent::permission_lifetime(risk, basis.settings.consent.always_lifetimes);
    // More hours than this overflow when they are counted in milliseconds.
    constexpr auto k_hours_max =
        std::chrono::floor<std::chrono::hours>(std::chrono::milliseconds::max());
    if (!hours) return std::nullopt;
    return std::min(*hours, k_hours_max);
}

/// Counted from the question, not from the answer: the question names the moment.
std::optional<std::chrono::sys_time<std::chrono::milliseconds>> end_of_always(
    const Basis& basis, const consent::Approval& approval, consent::Risk risk) {
    const auto lifetime = lifetime_of_always(basis, risk);
    if (!lifetime) return std::nullopt;
    return saturating_add(approval.expires.set_at, *lifetime);
}

consent::Risk risk_at(const Basis& basis, const Contract& contract,
                      const consent::Approval& question) {
    return consent::risk_of(contract, consent::is_believed(trust_at(basis, contract, question)));
}

/// An "allow always" from `now` on, or one without end.
void set_end(consent::Permission& permission, const Basis& basis, const consent::Approval& approval,
             consent::Risk risk, const Moment& now) {
    const auto lifetime = lifetime_of_always(basis, risk);
    if (!lifetime) return end_never(permission, now);
    permission.expires = consent::deadline_after(
        now, std::min(*lifetime, *end_of_always(basis, approval, risk) - now.wall));
}

consent::Permission make_permission(const Basis& basis, const consent::Approval& approval,
                                    const Contract* contract, const Verdict& verdict,
                                    const Moment& now) {
    consent::Permission permission;
    permission.id = random_id(basis.entropy);
    permission.tool = approval.tool;
    permission.user = approval.subject.user;
    permission.workspace = approval.subject.workspace;
    permission.match = match_of(verdict.scope, approval, verdict);
    permission.allow = verdict.answer == Answer::allow_always;
    permission.consent_digest = approval.consent_digest;
    permission.granted_by =
        verdict.approver.login.empty() ? verdict.approver.uid : verdict.approver.login;
    if (permission.allow && contract != nullptr) {
        set_end(permission, basis, approval, risk_at(basis, *contract, approval), now);
    }
    return permission;
}

consent::Grant make_further_grant(const Basis& basis, const consent::Approval& approval,
                                  const Contract& contract, const Verdict& verdict,
                                  const Moment& now) {
    const consent::FurtherCalls& further = *verdict.further;
    const auto any_if_empty = [](const std::string& part) {
        return part.empty() ? std::optional<std::string>() : part;
    };
    consent::Grant grant;
    grant.id = random_id(basis.entropy);
    grant.tool = approval.tool;
    grant.user = approval.subject.user;
    grant.workspace = approval.subject.workspace;
    grant.session = any_if_empty(approval.subject.session);
    grant.agent = any_if_empty(approval.subject.agent);
    grant.consent_digest = approval.consent_digest;
    grant.match = match_of(further.scope, approval, verdict);
    grant.uses = further.uses;
    grant.deadline = consent::deadline_after(now, further.until - now.wall);
    grant.risk = risk_at(basis, contract, approval);
    grant.granted_by =
        verdict.approver.login.empty() ? verdict.approver.uid : verdict.approver.login;
    grant.prompt_id = approval.id;
    return grant;
}

words::Sentences user_of(const Subject& subject) {
    if (subject.user.empty()) return {};
    return say(Id::for_user, {{"user", subject.user}});
}

words::Sentence workspace_of(const Subject& subject) {
    return subject.workspace.empty() ? say(Id::in_no_workspace, {{"none", k_no_workspace}})
                                     : say(Id::in_workspace, {{"workspace", subject.workspace}});
}

/// Empty if it cannot lapse before it ends.
words::Sentences lapse_of(const Basis& basis, consent::Risk risk) {
    const auto unused_max = basis.settings.consent.permission_unused_max;
    const auto lifetime = lifetime_of_always(basis, risk);
    if (!unused_max || (lifetime && *unused_max >= *lifetime)) return {};
    const auto days = std::chrono::floor<std::chrono::days>(*unused_max);
    const bool whole = days == *unused_max && days.count() > 0;
    return whole ? say(Id::unless_unused_days, {{"count", std::to_string(days.count())}})
                 : say(Id::unless_unused_hours, {{"count", std::to_string(unused_max->count())}});
}

/// " with the same account and folder (left out)"
words::Sentences words_of(CallScope scope, const consent::PromptRequest& request) {
    if (scope == CallScope::tool) return {};
    if (scope == CallScope::arguments) return say(Id::with_arguments);
    words::Sentences keys;
    for (const consent::ConsentKey& key : request.consent_keys) {
        words::Sentences name = key.pointer.substr(1);
        if (key.is_left_out) name = say(Id::key_left_out, {{"key", name}});
        keys = keys.empty() ? name : say(Id::and_also, {{"first", keys}, {"last", name}});
    }
    if (keys.empty()) return {};
    return say(Id::with_keys, {{"keys", keys}});
}

words::Sentence always_would_store(const Basis& basis, const consent::Approval& approval,
                                   const consent::PromptRequest& request, CallScope scope) {
    const consent::Risk risk = request.risk;
    const auto end = end_of_always(basis, approval, risk);
    words::Sentences until = say(Id::until_revoked);
    if (end) until = to_rfc3339(*end);
    return say(Id::stores_allow, {{"tool", display_name(approval.tool)},
                                  {"with", words_of(scope, request)},
                                  {"for", user_of(approval.subject)},
                                  {"in", workspace_of(approval.subject)},
                                  {"until", until},
                                  {"lapse", lapse_of(basis, risk)}});
}

words::Sentence deny_always_would_store(const consent::Approval& approval,
                                        const consent::PromptRequest& request, CallScope scope) {
    if (approval.is_undo) return say(Id::stores_nothing);
    return say(Id::stores_deny, {{"tool", display_name(approval.tool)},
                                 {"with", words_of(scope, request)},
                                 {"for", user_of(approval.subject)},
                                 {"in", workspace_of(approval.subject)}});
}

/// `useless`: the next call is asked about after any answer.
words::Sentences why_not_lasting(const CallState& call, bool useless) {
    if (!call.question.asked.empty()) return say(Id::refused_input);
    if (call.proposal.undo) return say(Id::refused_undo);
    if (call.standing.decision().source == consent::Source::interceptor)
        return say(Id::refused_program);
    if (useless) return say(Id::refused_useless, {{"reason", call.standing.decision().reason}});
    if (const auto reason = consent::refuses_always(*call.tool.contract)) return say(*reason);
    return {};
}

}  // namespace

void end_never(consent::Permission& permission, const Moment& now) {
    permission.expires.reset();
    // Without an end, the time since its last use must be known from now on.
    if (!permission.last_used) permission.last_used = now.wall;
}

std::optional<Digest> recorded_keys(const Basis& basis, const consent::Approval& approval,
                                    const Contract* contract) {
    if (contract == nullptr || approval.is_undo || !is_whole(basis, approval)) return std::nullopt;
    return digest_keys(basis.parts.store.key(), approval.consent_digest, *contract,
                       approval.arguments);
}

Result<void> check_lasting(const Verdict& verdict, const consent::Approval& pending,
                           const Contract* contract, const Moment& now) {
    if (verdict.answer == Answer::allow_always) IAM_CHECK(check_always(pending, contract));
    IAM_CHECK(check_scope(verdict));
    if (verdict.further) IAM_CHECK(check_further(verdict, pending, contract, now));
    return {};
}

void add_permission(RecordWriter& writer, const consent::Approval& approval,
                    const Contract* contract, const Verdict& verdict, const Moment& now,
                    ledger::Batch& batch) {
    consent::Permission permission = make_permission(writer, approval, contract, verdict, now);
    ledger::EntryDraft& draft = add_approval_entry(writer, batch, approval, now);
    draft.entry.kind = ledger::EntryKind::permission;
    draft.entry.permission = permission.id;
    draft.entry.answer = std::string(to_string(verdict.answer));
    draft.entry.policy = permission.allow ? Policy::allow : Policy::deny;
    keep_values(writer, verdict.scope, approval, contract, draft);
    // The answer's own entry names the permission too: each entry leads to the other.
    batch.entries.front().entry.permission = permission.id;
    if (contract != nullptr) static_cast<void>(keep_contract(writer, *contract, batch));
    batch.change(ledger::PutPermission{std::move(permission)});
}

void add_further_grant(RecordWriter& writer, const consent::Approval& approval,
                       const Contract& contract, const Verdict& verdict, const Moment& now,
                       ledger::Batch& batch) {
    consent::Grant grant = make_further_grant(writer, approval, contract, verdict, now);
    ledger::EntryDraft& draft = add_approval_entry(writer, batch, approval, now);
    draft.entry.kind = ledger::EntryKind::grant;
    draft.entry.grant = grant.id;
    draft.entry.risk = grant.risk;
    draft.entry.contract = contract.digests;
    keep_values(writer, verdict.further->scope, approval, &contract, draft);
    // Each entry leads to the other.
    batch.entries.front().entry.grant = grant.id;
    static_cast<void>(keep_contract(writer, contract, batch));
    batch.change(ledger::PutGrant{std::move(grant)});
}

Result<void> commit_lasting_allow(RecordWriter& writer, const consent::Approval& pending,
                                  const Contract& contract, const ledger::Batch& batch,
                                  const Moment& now) {
    const Subject& subject = pending.subject;
    const std::string scope = consent::subject_scope(subject.user, subject.workspace);
    Error last;
    std::optional<std::uint64_t> tried_at;
    for (int i = 0; i < k_commit_attempts_max; ++i) {
        IAM_TRY(epoch, check_no_denial(writer, pending, contract, now));
        // At the same epoch another expectation has failed, and would fail again.
        if (tried_at == epoch) break;
        tried_at = epoch;
        ledger::Batch attempt = batch;
        attempt.expect(ledger::ExpectEpoch{scope, epoch});
        auto receipt = commit(writer, std::move(attempt));
        if (receipt) return {};
        last = std::move(receipt).error();
        if (last.code != Errc::conflict) break;
    }
    return tl::unexpected(std::move(last));
}

words::Sentences why_not_further(const CallState& call) {
    // A managed rule asks; a grant does not lift it.
    return why_not_lasting(call, call.standing.floor != Policy::allow);
}

words::Sentences why_not_always(const CallState& call) {
    // The floor is set by an unnamed managed rule, or by a broken record. Every call is asked about
    // then.
    const bool by_rule = call.standing.decision().source == consent::Source::rule;
    return why_not_lasting(call, by_rule || call.standing.floor != Policy::allow);
}

void offer_always(const Basis& basis, const consent::Approval& approval,
                  consent::PromptRequest& request) {
    request.deny_always_would_store = deny_always_would_store(approval, request, CallScope::tool);
    request.deny_always_these_would_store =
        deny_always_would_store(approval, request, CallScope::arguments);
    if (!request.always_refused_because.empty()) return;
    const auto would_store = [&](CallScope scope) {
        return always_would_store(basis, approval, request, scope);
    };
    request.always_would_store = would_store(CallScope::tool);
    if (!request.consent_keys.empty())
        request.always_keys_would_store = would_store(CallScope::keys);
    request.always_these_would_store = would_store(CallScope::arguments);
}

}  // namespace iam::gate
