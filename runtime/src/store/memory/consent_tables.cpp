// Checks the expectations and applies the mutations of consent records; each mutation can be taken
// back.
#include "store/memory/consent_tables.hpp"

#include <utility>

namespace iam::store {
namespace {

using consent::Approval;
using consent::ApprovalState;
using consent::Grant;
using consent::Permission;

bool concerns(const std::optional<std::string>& part, const std::string& whose) {
    return !part || *part == whose;
}

bool concerns(const Grant& grant, const Subject& subject) {
    return grant.user == subject.user && grant.workspace == subject.workspace &&
           concerns(grant.session, subject.session) && concerns(grant.agent, subject.agent);
}

bool concerns(const Permission& permission, const Subject& subject) {
    return permission.user == subject.user && permission.workspace == subject.workspace;
}

bool same_place(const Permission& a, const Permission& b) {
    return a.tool == b.tool && a.user == b.user && a.workspace == b.workspace && a.match == b.match;
}

std::string missing(const std::string& what, const std::string& id) {
    return what + " " + id + " is not there any more";
}

}  // namespace

Complaint ConsentTables::check(const ledger::ExpectEpoch& expected) const {
    if (expected.epoch == epoch(expected.scope)) return std::nullopt;
    return "a policy, grant, permission, trust or the freeze has changed meanwhile";
}

Complaint ConsentTables::check(const ledger::ExpectGrant& expected) const {
    const auto* row = grants_.find(expected.id);
    if (row == nullptr) return missing("grant", expected.id);
    if (row->record.revision != expected.revision)
        return "grant " + expected.id + " has changed meanwhile";
    if (row->record.uses && *row->record.uses == 0)
        return "grant " + expected.id + " has no uses left";
    return std::nullopt;
}

Complaint ConsentTables::check(const ledger::ExpectApproval& expected) const {
    const auto* row = approvals_.find(expected.id);
    if (row == nullptr) return missing("approval", expected.id);
    const Approval& approval = row->record;
    if (approval.state != expected.state) {
        return "approval " + expected.id + " is " + std::string(to_string(approval.state)) +
               ", not " + std::string(to_string(expected.state));
    }
    if (approval.consent_digest != expected.consent_digest)
        return "approval " + expected.id + " was given for another version of the tool";
    if (approval.arguments_digest != expected.arguments_digest)
        return "approval " + expected.id + " was given for other arguments";
    return std::nullopt;
}

std::uint64_t ConsentTables::epoch(std::string_view scope) const noexcept {
    const auto found = epochs_.find(scope);
    return found == epochs_.end() ? 0 : found->second;
}

void ConsentTables::move_epoch(std::string_view scope, Rollback& rollback) {
    for (const std::string_view each : {scope, consent::k_all_scope}) {
        // A scope that is left at 0 is as one that was never changed.
        std::uint64_t& epoch = epochs_[std::string(each)];
        rollback.add([&epoch] { --epoch; });
        ++epoch;
    }
}

template <class Record>
void ConsentTables::move_epoch_of(const Record& record, Rollback& rollback) {
    move_epoch(consent::subject_scope(record.user, record.workspace), rollback);
}

template <class Record>
void ConsentTables::move_epoch_before(const Placed<Record>* before, const Record* next,
                                      Rollback& rollback) {
    if (before == nullptr) return;
    const Record& record = before->record;
    const bool is_same =
        next != nullptr && next->user == record.user && next->workspace == record.workspace;
    if (!is_same) move_epoch_of(record, rollback);
}

Complaint ConsentTables::apply(ledger::PutPolicy mutation, Rollback& rollback) {
    std::optional<StoredPolicy> stored;
    if (mutation.policy) stored = StoredPolicy{*mutation.policy, mutation.consent_digest};
    set_in(policies_, mutation.tool, stored, rollback);
    move_epoch(consent::k_common_scope, rollback);
    return std::nullopt;
}

Complaint ConsentTables::apply(ledger::PutTrust mutation, Rollback& rollback) {
    if (mutation.trust) mutation.trust->server = mutation.server;
    set_in(trusts_, mutation.server, std::move(mutation.trust), rollback);
    move_epoch(consent::k_common_scope, rollback);
    return std::nullopt;
}

Complaint ConsentTables::apply(ledger::PutGrant mutation, Rollback& rollback) {
    const auto* before = grants_.find(mutation.grant.id);
    Placed<Grant> next{std::move(mutation.grant), before ? before->place : ++last_place_};
    next.record.revision = before ? before->record.revision + 1 : 1;
    const std::string id = next.record.id;
    move_epoch_before(before, &next.record, rollback);
    move_epoch_of(next.record, rollback);
    grants_.replace(id, std::move(next), rollback);
    return std::nullopt;
}

Complaint ConsentTables::apply(const ledger::SpendGrant& mutation, Rollback& rollback) {
    const std::string& id = mutation.grant.id;
    const auto* before = grants_.find(id);
    if (before == nullptr) return missing("grant", id);
    if (before->record.revision != mutation.grant.revision)
        return "grant " + id + " has changed meanwhile";
    std::optional<Placed<Grant>> next = *before;
    ++next->record.revision;
    if (auto& uses = next->record.uses) {
        if (*uses == 0) return "grant " + id + " has no uses left";
        --*uses;
        if (*uses == 0) next.reset();
    }
    grants_.replace(id, std::move(next), rollback);
    return std::nullopt;
}

Complaint ConsentTables::apply(const ledger::RemoveGrant& mutation, Rollback& rollback) {
    move_epoch_before<Grant>(grants_.find(mutation.id), nullptr, rollback);
    grants_.replace(mutation.id, std::nullopt, rollback);
    return std::nullopt;
}

Complaint ConsentTables::apply(ledger::PutPermission mutation, Rollback& rollback) {
    Placed<Permission> next{std::move(mutation.permission), ++last_place_};
    std::uint64_t revision = 0;
    std::vector<std::string> replaced;
    permissions_.for_each_of(next.record.tool, [&](const Placed<Permission>& row) {
        if (!same_place(row.record, next.record)) return;
        revision = std::max(revision, row.record.revision);
        replaced.push_back(row.record.id);
    });
    if (const auto* same_id = permissions_.find(next.record.id))
        revision = std::max(revision, same_id->record.revision);
    for (const std::string& id : replaced) permissions_.replace(id, std::nullopt, rollback);
    next.record.revision = revision + 1;
    const std::string id = next.record.id;
    move_epoch_before(permissions_.find(id), &next.record, rollback);
    move_epoch_of(next.record, rollback);
    permissions_.replace(id, std::move(next), rollback);
    return std::nullopt;
}

Complaint ConsentTables::apply(const ledger::TouchPermission& mutation, Rollback& rollback) {
    const std::string& id = mutation.permission.id;
    const auto* before = permissions_.find(id);
    if (before == nullptr || before->record.revision != mutation.permission.revision)
        return std::nullopt;
    Placed<Permission> next = *before;
    next.record.last_used = mutation.used;
    ++next.record.revision;
    permissions_.replace(id, std::move(next), rollback);
    return std::nullopt;
}

Complaint ConsentTables::apply(const ledger::RemovePermission& mutation, Rollback& rollback) {
    move_epoch_before<Permission>(permissions_.find(mutation.id), nullptr, rollback);
    permissions_.replace(mutation.id, std::nullopt, rollback);
    return std::nullopt;
}

Complaint ConsentTables::apply(ledger::PutApproval mutation, Rollback& rollback) {
    const auto* before = approvals_.find(mutation.approval.id);
    Placed<Approval> next{consent::as_kept(std::move(mutation.approval)),
                          before ? before->place : ++last_place_};
    next.record.revision = before ? before->record.revision + 1 : 1;
    const std::string id = next.record.id;
    approvals_.replace(id, std::move(next), rollback);
    return std::nullopt;
}

Complaint ConsentTables::apply(ledger::SetFreeze mutation, Rollback& rollback) {
    auto other = std::make_shared<std::optional<consent::Freeze>>(std::move(mutation.freeze));
    rollback.add([this, other] { freeze_.swap(*other); });
    freeze_.swap(*other);
    move_epoch(consent::k_common_scope, rollback);
    return std::nullopt;
}

void ConsentTables::forget_settled(std::size_t max) noexcept {
    if (last_place_ - looked_at_ <= max) return;
    looked_at_ = last_place_;
    approvals_.remove_if([oldest_kept = last_place_ - max](const Placed<Approval>& row) {
        return row.place <= oldest_kept && !consent::is_open(row.record.state);
    });
}

consent::Standing ConsentTables::standing(const ToolId& tool, const Subject& subject) const {
    consent::Standing standing;
    standing.epoch = epoch(consent::k_common_scope);
    standing.subject_epoch = epoch(consent::subject_scope(subject.user, subject.workspace));
    standing.freeze = freeze_;
    if (const auto found = policies_.find(tool); found != policies_.end()) {
        standing.stored_policy = found->second.effect;
        standing.policy_contract = found->second.consent_digest;
    }
    if (const auto found = trusts_.find(tool.origin); found != trusts_.end())
        standing.trust = found->second;
    grants_.for_each_of(tool, [&](const Placed<Grant>& row) {
        if (concerns(row.record, subject)) standing.grants.push_back(row.record);
    });
    permissions_.for_each_of(tool, [&](const Placed<Permission>& row) {
        if (concerns(row.record, subject)) standing.permissions.push_back(row.record);
    });
    return standing;
}

std::vector<std::pair<ToolId, Policy>> ConsentTables::policies() const {
    std::vector<std::pair<ToolId, Policy>> all;
    for (const auto& [tool, stored] : policies_) all.emplace_back(tool, stored.effect);
    return all;
}

std::vector<consent::ServerTrust> ConsentTables::trusts() const {
    std::vector<consent::ServerTrust> all;
    for (const auto& [server, trust] : trusts_) all.push_back(trust);
    return all;
}

std::vector<Grant> ConsentTables::grants() const {
    return grants_.all([](const Grant&) { return true; });
}

std::vector<Permission> ConsentTables::permissions() const {
    return permissions_.all([](const Permission&) { return true; });
}

std::vector<Approval> ConsentTables::open_approvals() const {
    return approvals_.all(
        [](const Approval& approval) { return consent::is_open(approval.state); });
}

std::size_t ConsentTables::count_pending(const Subject& subject) const {
    return approvals_.count([&](const Approval& approval) {
        return approval.state == ApprovalState::pending && approval.subject.user == subject.user &&
               approval.subject.workspace == subject.workspace;
    });
}

std::optional<Approval> ConsentTables::approval(const std::string& id) const {
    const auto* row = approvals_.find(id);
    if (row == nullptr) return std::nullopt;
    return row->record;
}

}  // namespace iam::store
