// Plans the mutations of a batch.
#include "store_postgres/records/records.hpp"
#include "store_postgres/write/plan_parts.hpp"

#include <algorithm>

namespace iam::store_postgres {
namespace {

constexpr char k_remove_policy_sql[] = "DELETE FROM @policies WHERE origin = $1 AND tool = $2";
constexpr char k_remove_trust_sql[] = "DELETE FROM @trusts WHERE server = $1";
constexpr char k_put_freeze_sql[] =
    "INSERT INTO @freeze (one, reason, frozen_by, since_ms) VALUES (true, $1, $2, $3) "
    "ON CONFLICT (one) DO UPDATE SET reason = $1, frozen_by = $2, since_ms = $3";
constexpr char k_put_undo_sql[] =
    "INSERT INTO @undo_states (chain, seq, state) VALUES ($1, $2, $3) "
    "ON CONFLICT (chain, seq) DO UPDATE SET state = $3";
constexpr char k_remove_undo_sql[] = "DELETE FROM @undo_states WHERE chain = $1 AND seq = $2";
// Each of these changes the state only from the expected one.
constexpr char k_begin_undo_sql[] =
    "WITH changed AS (INSERT INTO @undo_states (chain, seq, state) VALUES ($1, $2, $3) "
    "ON CONFLICT DO NOTHING RETURNING 1) SELECT @must(count(*), 1, $4) FROM changed";
constexpr char k_move_undo_sql[] =
    "WITH changed AS (UPDATE @undo_states SET state = $3 WHERE chain = $1 AND seq = $2 "
    "AND state = $5 RETURNING 1) SELECT @must(count(*), 1, $4) FROM changed";
constexpr char k_end_undo_sql[] =
    "WITH changed AS (DELETE FROM @undo_states WHERE chain = $1 AND seq = $2 AND state = $4 "
    "RETURNING 1) SELECT @must(count(*), 1, $3) FROM changed";
constexpr char k_erase_keys_sql[] =
    "DELETE FROM @value_keys WHERE key_id IN (SELECT v.key_id FROM @entry_values AS v "
    "JOIN @entries AS e ON v.month = @value_month(e.time_ms) AND v.chain = e.chain "
    "AND v.seq = e.seq WHERE e.chain = $1 AND e.seq = $2)";
constexpr char k_erase_values_sql[] =
    "DELETE FROM @entry_values AS v USING @entries AS e WHERE v.month = @value_month(e.time_ms) "
    "AND v.chain = e.chain AND v.seq = e.seq AND e.chain = $1 AND e.seq = $2";
constexpr char k_put_run_sql[] =
    "INSERT INTO @runs (first_leaf, chain, first_seq, count) VALUES ($1, $2, $3, $4)";
constexpr char k_put_tile_sql[] =
    "INSERT INTO @tiles (level, position, hashes) VALUES ($1, $2, $3) "
    "ON CONFLICT (level, position) DO UPDATE SET hashes = $3";
constexpr char k_put_tree_sql[] =
    "INSERT INTO @checkpoints (size, note, chain, seq) VALUES ($1, $2, $3, $4)";
constexpr char k_put_note_sql[] =
    "WITH changed AS (UPDATE @checkpoints SET note = $2 WHERE size = $1 RETURNING 1) "
    "SELECT @must(count(*), 1, 'there is no checkpoint of ' || $1 || ' entries') FROM changed";
constexpr char k_put_contract_sql[] =
    "INSERT INTO @contracts (consent_digest, text) VALUES ($1, $2) ON CONFLICT DO NOTHING";

std::int64_t milliseconds_of(std::chrono::sys_time<std::chrono::milliseconds> time) {
    return time.time_since_epoch().count();
}

std::uint64_t revision_of(const RecordRow* row) {
    return row == nullptr ? 0 : static_cast<std::uint64_t>(row->cells.back().number);
}

}  // namespace

/// Writes the row in the place of the known one with this id, or as a new one.
void Plan::Changes::replace(RecordKind kind, const std::string& id, RecordRow row) {
    const RecordRow* before = plan.records_.find(kind, id);
    plan.statements_.push_back(before == nullptr
                                   ? insert_row(table_of(kind), row)
                                   : replace_row(table_of(kind), *before, row, k_stale));
    plan.records_.set(kind, id, std::move(row));
}

void Plan::Changes::remove(RecordKind kind, const std::string& id) {
    const RecordRow* before = plan.records_.find(kind, id);
    if (before == nullptr) return;
    plan.statements_.push_back(delete_row(table_of(kind), *before, k_stale));
    plan.records_.set(kind, id, std::nullopt);
}

/// Moves the epochs of the subject that had the record and of the one that has it `now`, if there
/// is one. A row without a valid seal may have been anybody's.
void Plan::Changes::move_epochs(RecordKind kind, const std::string& id,
                                const std::optional<std::string>& now) {
    if (const RecordRow* row = plan.records_.find(kind, id)) {
        const consent::BrokenRecord names = broken_row(table_of(kind), *row);
        const std::string before = fits(plan.seal_, table_of(kind), *row)
                                       ? consent::subject_scope(names.user, names.workspace)
                                       : std::string(consent::k_common_scope);
        if (before != now) plan.move_epoch(before);
    }
    if (now) plan.move_epoch(*now);
}

Result<void> Plan::Changes::add(const ledger::PutPolicy& change) {
    plan.move_epoch(std::string(consent::k_common_scope));
    if (change.policy) {
        plan.statements_.push_back(
            put_row(table_of(RecordKind::policy), row_of(plan.seal_, change, *change.policy)));
    } else {
        plan.run(k_remove_policy_sql, Bytes{change.tool.origin}, Bytes{change.tool.name});
    }
    return {};
}

Result<void> Plan::Changes::add(const ledger::PutGrant& change) {
    consent::Grant grant = change.grant;
    move_epochs(RecordKind::grant, grant.id, consent::subject_scope(grant.user, grant.workspace));
    grant.revision = revision_of(plan.records_.find(RecordKind::grant, grant.id)) + 1;
    replace(RecordKind::grant, grant.id, row_of(plan.seal_, grant));
    return {};
}

Result<void> Plan::Changes::add(const ledger::SpendGrant& change) {
    const std::string& id = change.grant.id;
    IAM_TRY(grant, plan.whole_grant(id));
    if (grant.revision != change.grant.revision)
        return conflict("grant " + id + " has changed meanwhile");
    ++grant.revision;
    if (grant.uses && --*grant.uses == 0) {
        remove(RecordKind::grant, id);
    } else {
        replace(RecordKind::grant, id, row_of(plan.seal_, grant));
    }
    return {};
}

Result<void> Plan::Changes::add(const ledger::RemoveGrant& change) {
    move_epochs(RecordKind::grant, change.id, {});
    remove(RecordKind::grant, change.id);
    return {};
}

Result<void> Plan::Changes::add(const ledger::PutPermission& change) {
    consent::Permission permission = change.permission;
    move_epochs(RecordKind::permission, permission.id,
                consent::subject_scope(permission.user, permission.workspace));
    std::uint64_t revision = revision_of(plan.records_.find(RecordKind::permission, permission.id));
    // The row goes, also one with the same id: a replaced permission is the last in the order.
    for (const RecordRow& like : plan.records_.permissions_like(row_of(plan.seal_, permission))) {
        revision = std::max(revision, revision_of(&like));
        remove(RecordKind::permission, like.cells.front().bytes);
    }
    remove(RecordKind::permission, permission.id);
    permission.revision = revision + 1;
    replace(RecordKind::permission, permission.id, row_of(plan.seal_, permission));
    return {};
}

Result<void> Plan::Changes::add(const ledger::TouchPermission& change) {
    const std::string& id = change.permission.id;
    const RecordRow* row = plan.records_.find(RecordKind::permission, id);
    if (row == nullptr || revision_of(row) != change.permission.revision ||
        !fits(plan.seal_, table_of(RecordKind::permission), *row))
        return {};
    IAM_TRY(permission, permission_in(*row));
    permission.last_used = change.used;
    ++permission.revision;
    replace(RecordKind::permission, id, row_of(plan.seal_, permission));
    return {};
}

Result<void> Plan::Changes::add(const ledger::RemovePermission& change) {
    move_epochs(RecordKind::permission, change.id, {});
    remove(RecordKind::permission, change.id);
    return {};
}

Result<void> Plan::Changes::add(const ledger::PutApproval& change) {
    consent::Approval approval = consent::as_kept(change.approval);
    approval.revision = revision_of(plan.records_.find(RecordKind::approval, approval.id)) + 1;
    replace(RecordKind::approval, approval.id, row_of(plan.seal_, approval));
    return {};
}

Result<void> Plan::Changes::add(const ledger::PutTrust& change) {
    plan.move_epoch(std::string(consent::k_common_scope));
    if (!change.trust) {
        plan.run(k_remove_trust_sql, Bytes{change.server});
        return {};
    }
    consent::ServerTrust trust = *change.trust;
    trust.server = change.server;
    plan.statements_.push_back(put_row(table_of(RecordKind::trust), row_of(plan.seal_, trust)));
    return {};
}

Result<void> Plan::Changes::add(const ledger::SetFreeze& change) {
    plan.move_epoch(std::string(consent::k_common_scope));
    if (change.freeze) {
        plan.run(k_put_freeze_sql, Bytes{change.freeze->reason}, Bytes{change.freeze->frozen_by},
                 milliseconds_of(change.freeze->since));
    } else {
        plan.run("DELETE FROM @freeze");
    }
    return {};
}

Result<void> Plan::Changes::add(const ledger::SetUndoState& change) {
    using State = ledger::UndoState;
    const auto& [chain, seq] = change.entry;
    const Text state{to_string(change.state)};
    const bool to_none = change.state == State::none;
    plan.must_exist(change.entry);
    const auto expected = plan.expected_undos_.find(change.entry);
    const bool is_free = expected == plan.expected_undos_.end();
    if (is_free && to_none) {
        plan.run(k_remove_undo_sql, chain, seq);
    } else if (is_free) {
        plan.run(k_put_undo_sql, chain, seq, state);
    } else if (expected->second != State::none || !to_none) {
        const std::string from(to_string(expected->second));
        const std::string why =
            "the undo state of entry " + to_string(change.entry) + " is not " + from;
        if (expected->second == State::none) {
            plan.run(k_begin_undo_sql, chain, seq, state, Text{why});
        } else if (to_none) {
            plan.run(k_end_undo_sql, chain, seq, Text{why}, Text{from});
        } else {
            plan.run(k_move_undo_sql, chain, seq, state, Text{why}, Text{from});
        }
        plan.expected_undos_.erase(expected);
    }
    return {};
}

Result<void> Plan::Changes::add(const ledger::ErasePayloads& change) {
    plan.must_exist(change.entry);
    plan.run(k_erase_keys_sql, change.entry.chain, change.entry.seq);
    plan.run(k_erase_values_sql, change.entry.chain, change.entry.seq);
    return {};
}

Result<void> Plan::Changes::add(const ledger::PutContract& change) {
    plan.run(k_put_contract_sql, change.consent_digest, Bytes{change.text});
    return {};
}

/// The keys of the rows let one of two seals behind the same checkpoint pass.
Result<void> Plan::Changes::add(const ledger::PutSeal& change) {
    for (const ledger::SealedRun& run : change.runs)
        plan.run(k_put_run_sql, run.first_leaf, run.first.chain, run.first.seq, run.count);
    for (const ledger::Tile& tile : change.tiles) {
        plan.run(k_put_tile_sql, std::uint32_t{tile.id.level}, tile.id.index,
                 Bytes{ledger::tile_bytes(tile.hashes)});
    }
    const ledger::EntryId& end = plan.end_.entry;
    plan.run(k_put_tree_sql, change.size, Text{change.note}, end.chain, end.seq + 1);
    return {};
}

Result<void> Plan::Changes::add(const ledger::PutTreeNote& change) {
    plan.run(k_put_note_sql, change.size, Text{change.note});
    return {};
}

}  // namespace iam::store_postgres
