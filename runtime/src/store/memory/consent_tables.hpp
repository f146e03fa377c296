// Keeps policies, grants, permissions and approvals in memory. Not thread-safe: the store locks.
#pragma once

#include "store/memory/record_table.hpp"
#include "store/memory/rollback.hpp"
#include <iam/ledger/store.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::store {

/// Why an expectation fails or a mutation is impossible, as a sentence; nothing if neither.
using Complaint = std::optional<std::string>;

class ConsentTables {
 public:
    Complaint check(const ledger::ExpectEpoch& expected) const;
    Complaint check(const ledger::ExpectGrant& expected) const;
    Complaint check(const ledger::ExpectApproval& expected) const;

    // Each apply() records in `rollback` how to take it back.
    Complaint apply(ledger::PutPolicy mutation, Rollback& rollback);
    Complaint apply(ledger::PutGrant mutation, Rollback& rollback);
    Complaint apply(const ledger::SpendGrant& mutation, Rollback& rollback);
    Complaint apply(const ledger::RemoveGrant& mutation, Rollback& rollback);
    Complaint apply(ledger::PutPermission mutation, Rollback& rollback);
    Complaint apply(const ledger::TouchPermission& mutation, Rollback& rollback);
    Complaint apply(const ledger::RemovePermission& mutation, Rollback& rollback);
    Complaint apply(ledger::PutApproval mutation, Rollback& rollback);
    Complaint apply(ledger::PutTrust mutation, Rollback& rollback);
    Complaint apply(ledger::SetFreeze mutation, Rollback& rollback);
    /// Forgets settled approvals outside of the newest `max` records. It looks for them only after
    /// each `max` new records.
    void forget_settled(std::size_t max) noexcept;

    consent::Standing standing(const ToolId& tool, const Subject& subject) const;
    std::uint64_t epoch(std::string_view scope) const noexcept;
    std::vector<std::pair<ToolId, Policy>> policies() const;
    std::vector<consent::Grant> grants() const;
    std::vector<consent::Permission> permissions() const;
    std::vector<consent::ServerTrust> trusts() const;
    std::vector<consent::Approval> open_approvals() const;
    std::size_t count_pending(const Subject& subject) const;
    std::optional<consent::Approval> approval(const std::string& id) const;
    const std::optional<consent::Freeze>& freeze() const noexcept { return freeze_; }

 private:
    void move_epoch(std::string_view scope, Rollback& rollback);
    template <class Record>
    void move_epoch_of(const Record& record, Rollback& rollback);
    /// Moves the epoch of the subject of `before`, if `next` is of another one or nothing.
    template <class Record>
    void move_epoch_before(const Placed<Record>* before, const Record* next, Rollback& rollback);

    struct StoredPolicy {
        Policy effect = Policy::confirm;
        std::optional<Digest> consent_digest{};
    };

    std::map<ToolId, StoredPolicy> policies_;
    std::map<std::string, consent::ServerTrust> trusts_;
    RecordTable<consent::Grant> grants_;
    RecordTable<consent::Permission> permissions_;
    RecordTable<consent::Approval> approvals_;
    std::optional<consent::Freeze> freeze_;
    std::map<std::string, std::uint64_t, std::less<>> epochs_;  // of scopes that were changed
    std::uint64_t last_place_ = 0;
    std::uint64_t looked_at_ = 0;  // last_place_ when forget_settled() looked
};

}  // namespace iam::store
