// Reads consent records and counters.
#include "store_sqlite/rows/reader.hpp"
#include "store_sqlite/rows/rows.hpp"

namespace iam::store_sqlite {
namespace {

constexpr char k_epoch_sql[] = "SELECT epoch FROM meta WHERE id = 1";
constexpr char k_scope_epoch_sql[] = "SELECT epoch FROM epochs WHERE scope = ?1";
// Moves with every commit. meta counts the commits without an entry.
constexpr char k_commits_sql[] =
    "SELECT commits + (SELECT coalesce(max(seq), 0) FROM entries) FROM meta WHERE id = 1";
constexpr char k_policy_sql[] =
    "SELECT " IAM_POLICY_COLUMNS " FROM policies WHERE origin = ?1 AND tool = ?2";
constexpr char k_policies_sql[] =
    "SELECT " IAM_POLICY_COLUMNS " FROM policies ORDER BY origin, tool";
constexpr char k_trust_sql[] = "SELECT " IAM_TRUST_COLUMNS " FROM trusts WHERE server = ?1";
constexpr char k_trusts_sql[] = "SELECT " IAM_TRUST_COLUMNS " FROM trusts ORDER BY server";
constexpr char k_grants_sql[] = "SELECT " IAM_GRANT_COLUMNS " FROM grants ORDER BY position";
constexpr char k_standing_grants_sql[] =
    "SELECT " IAM_GRANT_COLUMNS
    " FROM grants WHERE origin = ?1 AND tool = ?2 AND user = ?3 AND workspace = ?4 "
    "AND (session IS NULL OR session = ?5) AND (agent IS NULL OR agent = ?6) ORDER BY position";
constexpr char k_permissions_sql[] =
    "SELECT " IAM_PERMISSION_COLUMNS " FROM permissions ORDER BY position";
constexpr char k_standing_permissions_sql[] =
    "SELECT " IAM_PERMISSION_COLUMNS
    " FROM permissions WHERE origin = ?1 AND tool = ?2 AND user = ?3 AND workspace = ?4 "
    "ORDER BY position";
constexpr char k_open_approvals_sql[] =
    "SELECT " IAM_APPROVAL_COLUMNS
    " FROM approvals WHERE state IN ('pending', 'given') ORDER BY position";
constexpr char k_approval_sql[] = "SELECT " IAM_APPROVAL_COLUMNS " FROM approvals WHERE id = ?1";
constexpr char k_count_open_sql[] =
    "SELECT count(*) FROM approvals WHERE state IN ('pending', 'given')";
constexpr char k_count_pending_sql[] =
    "SELECT count(*) FROM approvals WHERE state = 'pending' AND user = ?1 AND workspace = ?2";

constexpr char k_freeze_sql[] = "SELECT reason, frozen_by, since_ms FROM freeze WHERE id = 1";

using Broken = std::vector<consent::BrokenRecord>;

/// Skips rows with a wrong seal, and lists them in `broken` unless it is nullptr. `expected`
/// estimates the number of rows, since a growing vector moves every record again.
template <class Record>
Result<std::vector<Record>> read_all(const RecordSeal& seal, RecordKind kind, Result<Cursor> opened,
                                     Result<Record> (*read)(const Cursor&),
                                     Broken* broken = nullptr, std::size_t expected = 0) {
    IAM_TRY(cursor, std::move(opened));
    std::vector<Record> records;
    records.reserve(expected);
    for (;;) {
        IAM_TRY(more, cursor.step());
        if (!more) return records;
        if (!fits(seal, kind, cursor)) {
            if (broken != nullptr) broken->push_back(broken_row(kind, cursor));
            continue;
        }
        IAM_TRY(record, read(cursor));
        records.push_back(std::move(record));
    }
}

Result<std::pair<ToolId, Policy>> read_policy(const Cursor& cursor) {
    IAM_TRY(policy, policy_of(cursor.bytes(2)));
    return std::pair(ToolId{cursor.bytes(0), cursor.bytes(1)}, policy);
}

/// Fills in the stored policy and its contract.
Result<void> read_stored_policy(Connection& connection, const RecordSeal& seal, const ToolId& tool,
                                consent::Standing& standing) {
    IAM_TRY(cursor, connection.query(k_policy_sql, Blob{tool.origin}, Blob{tool.name}));
    IAM_TRY(found, cursor.step());
    if (!found) return {};
    if (!fits(seal, RecordKind::policy, cursor)) {
        standing.broken.push_back(broken_row(RecordKind::policy, cursor));
        return {};
    }
    IAM_TRY(policy, read_policy(cursor));
    standing.stored_policy = policy.second;
    if (cursor.is_null(3)) return {};
    IAM_TRY(contract, cursor.digest(3));
    standing.policy_contract = contract;
    return {};
}

/// Fills in the trust in the tool's origin.
Result<void> read_origin_trust(Connection& connection, const RecordSeal& seal,
                               const std::string& origin, consent::Standing& standing) {
    if (origin.empty()) return {};
    IAM_TRY(trusts, read_all(seal, RecordKind::trust, connection.query(k_trust_sql, Blob{origin}),
                             read_trust, &standing.broken));
    if (!trusts.empty()) standing.trust = std::move(trusts.front());
    return {};
}

Result<std::optional<consent::Freeze>> stored_freeze(Connection& connection) {
    IAM_TRY(cursor, connection.query(k_freeze_sql));
    IAM_TRY(found, cursor.step());
    if (!found) return std::nullopt;
    IAM_TRY(freeze, read_freeze(cursor));
    return std::optional(std::move(freeze));
}

}  // namespace

Result<consent::Standing> Reader::standing(const ToolId& tool, const Subject& subject) {
    const std::lock_guard lock(mutex_);
    // All parts are of one moment. A mixture of two states could allow a call that neither allows.
    IAM_TRY(transaction, ReadTransaction::begin(connection_));
    static_cast<void>(transaction);
    const Blob origin{tool.origin};
    const Blob name{tool.name};
    const Blob user{subject.user};
    const Blob workspace{subject.workspace};
    IAM_TRY(epoch, read_epoch(connection_, consent::k_common_scope));
    IAM_TRY(subject_epoch,
            read_epoch(connection_, consent::subject_scope(subject.user, subject.workspace)));
    IAM_TRY(freeze, stored_freeze(connection_));
    consent::Standing standing;
    Broken& broken = standing.broken;
    IAM_CHECK(read_stored_policy(connection_, seal_, tool, standing));
    IAM_CHECK(read_origin_trust(connection_, seal_, tool.origin, standing));
    IAM_TRY(grants, read_all(seal_, RecordKind::grant,
                             connection_.query(k_standing_grants_sql, origin, name, user, workspace,
                                               Blob{subject.session}, Blob{subject.agent}),
                             read_grant, &broken));
    IAM_TRY(permissions,
            read_all(seal_, RecordKind::permission,
                     connection_.query(k_standing_permissions_sql, origin, name, user, workspace),
                     read_permission, &broken));
    if (may_be_damaged_ || !broken.empty()) {
        IAM_TRY(all, look_for_broken());
        broken = std::move(all);
    }
    standing.freeze = std::move(freeze);
    standing.grants = std::move(grants);
    standing.permissions = std::move(permissions);
    standing.epoch = epoch;
    standing.subject_epoch = subject_epoch;
    return standing;
}

Result<std::uint64_t> read_epoch(Connection& connection, std::string_view scope) {
    if (scope == consent::k_all_scope) {
        IAM_TRY(epoch, connection.number(k_epoch_sql));
        return static_cast<std::uint64_t>(epoch);
    }
    IAM_TRY(cursor, connection.query(k_scope_epoch_sql, Blob{scope}));
    IAM_TRY(found, cursor.step());
    return found ? static_cast<std::uint64_t>(cursor.integer(0)) : 0;
}

Result<std::uint64_t> Reader::epoch(std::string_view scope) {
    // Each call asks for the epoch of all records, and asking the database costs as much as a good
    // part of a call.
    if (scope == consent::k_all_scope) {
        if (const auto last = read_last_commit(); last && last->epoch) return *last->epoch;
    }
    const std::lock_guard lock(mutex_);
    return read_epoch(connection_, scope);
}

Result<std::uint64_t> Reader::version() {
    const std::lock_guard lock(mutex_);
    IAM_TRY(version, connection_.number(k_commits_sql));
    return static_cast<std::uint64_t>(version);
}

Result<std::vector<std::pair<ToolId, Policy>>> Reader::policies() {
    const std::lock_guard lock(mutex_);
    return read_all(seal_, RecordKind::policy, connection_.query(k_policies_sql), read_policy);
}

Result<std::vector<consent::Grant>> Reader::grants() {
    const std::lock_guard lock(mutex_);
    return read_all(seal_, RecordKind::grant, connection_.query(k_grants_sql), read_grant);
}

Result<std::vector<consent::Permission>> Reader::permissions() {
    const std::lock_guard lock(mutex_);
    return read_all(seal_, RecordKind::permission, connection_.query(k_permissions_sql),
                    read_permission);
}

Result<std::vector<consent::ServerTrust>> Reader::trusts() {
    const std::lock_guard lock(mutex_);
    return read_all(seal_, RecordKind::trust, connection_.query(k_trusts_sql), read_trust);
}

Result<std::vector<consent::Approval>> Reader::approvals() {
    const std::lock_guard lock(mutex_);
    IAM_TRY(count, connection_.number(k_count_open_sql));
    return read_all(seal_, RecordKind::approval, connection_.query(k_open_approvals_sql),
                    read_approval, nullptr, static_cast<std::size_t>(count));
}

Result<std::size_t> Reader::count_pending(const Subject& subject) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(count,
            connection_.number(k_count_pending_sql, Blob{subject.user}, Blob{subject.workspace}));
    return static_cast<std::size_t>(count);
}

Result<std::optional<consent::Approval>> Reader::approval(const std::string& id) {
    const std::lock_guard lock(mutex_);
    IAM_TRY(cursor, connection_.query(k_approval_sql, Text{id}));
    IAM_TRY(found, cursor.step());
    if (!found) return std::nullopt;
    if (!fits(seal_, RecordKind::approval, cursor)) {
        return fail(Errc::corrupt, "approval " + id + store::k_not_sealed);
    }
    IAM_TRY(approval, read_approval(cursor));
    return std::optional(std::move(approval));
}

/// Call it under the mutex.
Result<Broken> Reader::look_for_broken() {
    IAM_TRY(broken, find_broken(connection_, seal_));
    may_be_damaged_ = !broken.empty();
    return std::move(broken);
}

Result<Broken> Reader::broken() {
    const std::lock_guard lock(mutex_);
    return look_for_broken();
}

Result<std::optional<consent::Freeze>> Reader::freeze() {
    const std::lock_guard lock(mutex_);
    return stored_freeze(connection_);
}

}  // namespace iam::store_sqlite
