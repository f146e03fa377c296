// Declares the planning of each expectation and each mutation.
#pragma once

#include "store_postgres/write/plan.hpp"

namespace iam::store_postgres {

/// Errors of all: conflict (the expectation does not hold), corrupt.
struct Plan::Checks {
    Plan& plan;
    const ledger::Batch& batch;

    Result<void> add(const ledger::ExpectEpoch& expected);
    Result<void> add(const ledger::ExpectGrant& expected);
    Result<void> add(const ledger::ExpectApproval& expected);
    Result<void> add(const ledger::ExpectUndo& expected);
    Result<void> add(const ledger::ExpectNoIntent& expected);
    Result<void> add(const ledger::ExpectNoOutcome& expected);
    Result<void> add(const ledger::ExpectLastCheckpoint& expected);
    Result<void> add(const ledger::ExpectNoneSince& expected);
    Result<void> add(const ledger::ExpectNoLaterTime& expected);
    void undo_is(const ledger::EntryId& entry, ledger::UndoState state);

 private:
    void hold(RecordKind kind, const std::string& id);
};

/// Errors of all: conflict (the record to change is not there), corrupt.
struct Plan::Changes {
    Plan& plan;

    Result<void> add(const ledger::PutPolicy& change);
    Result<void> add(const ledger::PutGrant& change);
    Result<void> add(const ledger::SpendGrant& change);
    Result<void> add(const ledger::RemoveGrant& change);
    Result<void> add(const ledger::PutPermission& change);
    Result<void> add(const ledger::TouchPermission& change);
    Result<void> add(const ledger::RemovePermission& change);
    Result<void> add(const ledger::PutApproval& change);
    Result<void> add(const ledger::PutTrust& change);
    Result<void> add(const ledger::SetFreeze& change);
    Result<void> add(const ledger::SetUndoState& change);
    Result<void> add(const ledger::ErasePayloads& change);
    Result<void> add(const ledger::PutContract& change);
    Result<void> add(const ledger::PutSeal& change);
    Result<void> add(const ledger::PutTreeNote& change);

 private:
    void replace(RecordKind kind, const std::string& id, RecordRow row);
    void remove(RecordKind kind, const std::string& id);
    void move_epochs(RecordKind kind, const std::string& id, const std::optional<std::string>& now);
};

}  // namespace iam::store_postgres
