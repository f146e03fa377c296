// Applies the mutations of a batch.
#include "store_sqlite/rows/rows.hpp"
#include "store_sqlite/rows/seal.hpp"
#include "store_sqlite/rows/tree_rows.hpp"
#include "store_sqlite/write/transaction.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace iam::store_sqlite {
namespace {

constexpr char k_move_epoch_sql[] =
    "INSERT INTO epochs (scope, epoch) VALUES (?1, 1) "
    "ON CONFLICT (scope) DO UPDATE SET epoch = epoch + 1";
constexpr char k_put_policy_sql[] =
    "INSERT INTO policies (origin, tool, effect, consent_digest) VALUES (?1, ?2, ?3, ?4) "
    "ON CONFLICT (origin, tool) DO UPDATE SET effect = excluded.effect, "
    "consent_digest = excluded.consent_digest";
constexpr char k_remove_policy_sql[] = "DELETE FROM policies WHERE origin = ?1 AND tool = ?2";
constexpr char k_spend_grant_sql[] =
    "UPDATE grants SET uses = uses - 1, revision = revision + 1 "
    "WHERE id = ?1 AND revision = ?2 AND (uses IS NULL OR uses > 0)";
constexpr char k_remove_spent_grant_sql[] = "DELETE FROM grants WHERE id = ?1 AND uses = 0";
constexpr char k_remove_grant_sql[] = "DELETE FROM grants WHERE id = ?1";
constexpr char k_touch_permission_sql[] =
    "UPDATE permissions SET last_used_ms = ?3, revision = revision + 1 "
    "WHERE id = ?1 AND revision = ?2";
constexpr char k_remove_permission_sql[] = "DELETE FROM permissions WHERE id = ?1";
constexpr char k_put_trust_sql[] =
    "INSERT OR REPLACE INTO trusts (server, endpoint, trusted_by, since_ms) "
    "VALUES (?1, ?2, ?3, ?4)";
constexpr char k_remove_trust_sql[] = "DELETE FROM trusts WHERE server = ?1";
constexpr char k_put_freeze_sql[] =
    "INSERT OR REPLACE INTO freeze (id, reason, frozen_by, since_ms) VALUES (1, ?1, ?2, ?3)";
constexpr char k_remove_freeze_sql[] = "DELETE FROM freeze";
constexpr char k_entry_exists_sql[] = "SELECT count(*) FROM entries WHERE seq = ?1";
constexpr char k_put_undo_state_sql[] =
    "INSERT INTO undo_states (seq, state) VALUES (?1, ?2) "
    "ON CONFLICT (seq) DO UPDATE SET state = excluded.state";
constexpr char k_remove_undo_state_sql[] = "DELETE FROM undo_states WHERE seq = ?1";
// Overwrites the values with zeros in place. If the row shrank, SQLite might move other rows and
// leave their old bytes, secure_delete or not.
constexpr char k_erase_payloads_sql[] =
    "UPDATE entries SET payloads = zeroblob(length(payloads)) WHERE seq = ?1";
constexpr char k_put_contract_sql[] =
    "INSERT INTO contracts (consent_digest, text) VALUES (?1, ?2) "
    "ON CONFLICT (consent_digest) DO NOTHING";

Result<void> move_epoch(Connection& connection, std::string_view scope, Head& head) {
    ++head.epoch;
    IAM_CHECK(connection.execute(k_move_epoch_sql, Blob{scope}));
    return {};
}

/// Moves the epoch of a record's subject, and of the one that had the record before.
Result<void> move_epochs(Connection& connection, const Result<std::optional<std::string>>& before,
                         const std::optional<std::string>& now, Head& head) {
    if (!before) return tl::unexpected(before.error());
    if (*before && *before != now) IAM_CHECK(move_epoch(connection, **before, head));
    if (now) IAM_CHECK(move_epoch(connection, *now, head));
    return {};
}

Result<void> apply_one(Connection& connection, const ledger::PutPolicy& change, Head& head,
                       const RecordSeal& seal) {
    IAM_CHECK(move_epoch(connection, consent::k_common_scope, head));
    const Blob origin{change.tool.origin};
    const Blob name{change.tool.name};
    if (change.policy) {
        IAM_CHECK(connection.execute(k_put_policy_sql, origin, name,
                                     Text{to_string(*change.policy)}, change.consent_digest));
        IAM_CHECK(seal_policy(connection, seal, change.tool));
    } else {
        IAM_CHECK(connection.execute(k_remove_policy_sql, origin, name));
    }
    return {};
}

Result<void> apply_one(Connection& connection, const ledger::PutGrant& change, Head& head,
                       const RecordSeal& seal) {
    const consent::Grant& grant = change.grant;
    IAM_CHECK(move_epochs(connection, scope_of_grant(connection, seal, grant.id),
                          consent::subject_scope(grant.user, grant.workspace), head));
    IAM_CHECK(write_grant(connection, change.grant));
    return seal_grant(connection, seal, change.grant.id);
}

Result<void> apply_one(Connection& connection, const ledger::SpendGrant& change, Head&,
                       const RecordSeal& seal) {
    const std::string& id = change.grant.id;
    IAM_TRY(whole, grant_is_whole(connection, seal, id));
    if (!whole)
        return conflict("grant " + id + " is not there any more, or was changed past the program");
    IAM_TRY(spent, connection.execute(k_spend_grant_sql, Text{id}, change.grant.revision));
    if (spent == 0) return conflict("grant " + id + " has changed meanwhile or has no uses left");
    IAM_TRY(gone, connection.execute(k_remove_spent_grant_sql, Text{id}));
    if (gone > 0) return {};
    return seal_grant(connection, seal, id);
}

Result<void> apply_one(Connection& connection, const ledger::RemoveGrant& change, Head& head,
                       const RecordSeal& seal) {
    IAM_CHECK(move_epochs(connection, scope_of_grant(connection, seal, change.id), {}, head));
    IAM_CHECK(connection.execute(k_remove_grant_sql, Text{change.id}));
    return {};
}

Result<void> apply_one(Connection& connection, const ledger::PutPermission& change, Head& head,
                       const RecordSeal& seal) {
    const consent::Permission& permission = change.permission;
    IAM_CHECK(move_epochs(connection, scope_of_permission(connection, seal, permission.id),
                          consent::subject_scope(permission.user, permission.workspace), head));
    IAM_CHECK(write_permission(connection, change.permission));
    return seal_permission(connection, seal, change.permission.id);
}

Result<void> apply_one(Connection& connection, const ledger::TouchPermission& change, Head&,
                       const RecordSeal& seal) {
    const std::string& id = change.permission.id;
    const std::int64_t used = change.used.time_since_epoch().count();
    IAM_TRY(whole, permission_is_whole(connection, seal, id));
    if (!whole) return {};
    IAM_TRY(touched,
            connection.execute(k_touch_permission_sql, Text{id}, change.permission.revision, used));
    if (touched == 0) return {};
    return seal_permission(connection, seal, id);
}

Result<void> apply_one(Connection& connection, const ledger::RemovePermission& change, Head& head,
                       const RecordSeal& seal) {
    IAM_CHECK(move_epochs(connection, scope_of_permission(connection, seal, change.id), {}, head));
    IAM_CHECK(connection.execute(k_remove_permission_sql, Text{change.id}));
    return {};
}

Result<void> apply_one(Connection& connection, const ledger::PutApproval& change, Head&,
                       const RecordSeal& seal) {
    IAM_CHECK(write_approval(connection, consent::as_kept(change.approval)));
    return seal_approval(connection, seal, change.approval.id);
}

Result<void> apply_one(Connection& connection, const ledger::PutTrust& change, Head& head,
                       const RecordSeal& seal) {
    IAM_CHECK(move_epoch(connection, consent::k_common_scope, head));
    const Blob server{change.server};
    if (!change.trust) {
        IAM_CHECK(connection.execute(k_remove_trust_sql, server));
        return {};
    }
    const std::int64_t since = change.trust->since.time_since_epoch().count();
    IAM_CHECK(connection.execute(k_put_trust_sql, server, Blob{change.trust->endpoint},
                                 Blob{change.trust->trusted_by}, since));
    return seal_trust(connection, seal, change.server);
}

Result<void> apply_one(Connection& connection, const ledger::SetFreeze& change, Head& head,
                       const RecordSeal&) {
    IAM_CHECK(move_epoch(connection, consent::k_common_scope, head));
    if (change.freeze) {
        const std::int64_t since = change.freeze->since.time_since_epoch().count();
        IAM_CHECK(connection.execute(k_put_freeze_sql, Blob{change.freeze->reason},
                                     Blob{change.freeze->frozen_by}, since));
    } else {
        IAM_CHECK(connection.execute(k_remove_freeze_sql));
    }
    return {};
}

Result<void> apply_one(Connection& connection, const ledger::SetUndoState& change, Head&,
                       const RecordSeal&) {
    const std::uint64_t seq = change.entry.chain == 0 ? change.entry.seq : 0;
    IAM_TRY(exists, connection.number(k_entry_exists_sql, seq));
    if (exists == 0) return conflict("entry " + to_string(change.entry) + " does not exist");
    if (change.state == ledger::UndoState::none) {
        IAM_CHECK(connection.execute(k_remove_undo_state_sql, seq));
    } else {
        IAM_CHECK(connection.execute(k_put_undo_state_sql, seq, Text{to_string(change.state)}));
    }
    return {};
}

Result<void> apply_one(Connection& connection, const ledger::ErasePayloads& change, Head&,
                       const RecordSeal&) {
    const std::uint64_t seq = change.entry.chain == 0 ? change.entry.seq : 0;
    IAM_TRY(erased, connection.execute(k_erase_payloads_sql, seq));
    if (erased == 0) return conflict("entry " + to_string(change.entry) + " does not exist");
    return {};
}

Result<void> apply_one(Connection& connection, const ledger::PutContract& change, Head&,
                       const RecordSeal&) {
    IAM_CHECK(connection.execute(k_put_contract_sql, change.consent_digest, Blob{change.text}));
    return {};
}

Result<void> apply_one(Connection& connection, const ledger::PutTreeNote& change, Head&,
                       const RecordSeal&) {
    IAM_TRY(changed, write_tree_note(connection, change));
    if (changed == 1) return {};
    return conflict("there is no checkpoint of " + std::to_string(change.size) + " entries");
}

Result<void> apply_one(Connection& connection, const ledger::PutSeal& change, Head& head,
                       const RecordSeal&) {
    return write_seal(connection, change, {0, head.last_seq + 1});
}

}  // namespace

Result<void> apply(Connection& connection, const ledger::Mutation& mutation, Head& head,
                   const RecordSeal& seal) {
    return std::visit([&](const auto& change) { return apply_one(connection, change, head, seal); },
                      mutation);
}

}  // namespace iam::store_sqlite
