// Tries again while others change the records.
#include "gate/consent/revocations.hpp"

#include "gate/record/record_writer.hpp"
#include "gate/record/records.hpp"

#include <utility>

namespace iam::gate {
namespace {

ledger::Entry& add_revocation(const Basis& basis, ledger::Batch& batch,
                              const Revocation& revocation, const ToolId& tool) {
    ledger::Entry& entry = add_entry_by(basis, batch, ledger::EntryKind::revocation, revocation.by);
    entry.approver = revocation.approver;
    entry.tool = tool;
    if (!revocation.why.empty()) {
        batch.entries.back().payloads.push_back(
            {"message", random_salt(basis.entropy), revocation.why});
    }
    return entry;
}

ledger::Batch batch_of(const Basis& basis, const Revocation& revocation, const Revoked& revoked) {
    ledger::Batch batch;
    for (const consent::Grant& grant : revoked.grants) {
        add_revocation(basis, batch, revocation, grant.tool).grant = grant.id;
        batch.change(ledger::RemoveGrant{grant.id});
    }
    for (const consent::Permission& one : revoked.permissions) {
        add_revocation(basis, batch, revocation, one.tool).permission = one.id;
        batch.change(ledger::RemovePermission{one.id});
    }
    for (const consent::BrokenRecord& one : revoked.broken) {
        Revocation broken = revocation;
        broken.why = sentence_about(one) + ".";
        ledger::Entry& entry = add_revocation(basis, batch, broken, one.tool);
        if (one.kind == consent::BrokenRecord::Kind::grant) {
            entry.grant = one.id;
            batch.change(ledger::RemoveGrant{one.id});
        } else {
            entry.permission = one.id;
            batch.change(ledger::RemovePermission{one.id});
        }
    }
    return batch;
}

Result<Revoked> all_that_stands(ledger::Store& store) {
    IAM_TRY(grants, store.grants());
    IAM_TRY(permissions, store.permissions());
    IAM_TRY(broken, store.broken());
    std::erase_if(broken, [](const consent::BrokenRecord& one) {
        return one.kind != consent::BrokenRecord::Kind::grant &&
               one.kind != consent::BrokenRecord::Kind::permission;
    });
    return Revoked{std::move(grants), std::move(permissions), std::move(broken)};
}

}  // namespace

Result<Revoked> revoke_chosen(RecordWriter& writer, const Revocation& revocation,
                              const std::function<void(Revoked&)>& choose) {
    Error last;
    for (int i = 0; i < k_commit_attempts_max; ++i) {
        IAM_TRY(epoch, writer.parts.store.epoch(consent::k_all_scope));
        IAM_TRY(revoked, all_that_stands(writer.parts.store));
        choose(revoked);
        if (revoked.count() == 0) return std::move(revoked);
        ledger::Batch batch = batch_of(writer, revocation, revoked);
        batch.expect(ledger::ExpectEpoch{std::string(consent::k_all_scope), epoch});
        auto receipt = commit(writer, std::move(batch));
        if (receipt) return std::move(revoked);
        last = std::move(receipt).error();
        if (last.code != Errc::conflict) break;
    }
    return tl::unexpected(std::move(last));
}

}  // namespace iam::gate
