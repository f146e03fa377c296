// Reads consent records and counters.
#include "store_postgres/read/reader.hpp"
#include "store_postgres/records/records.hpp"

#include <array>

namespace iam::store_postgres {
namespace {

constexpr char k_moment_sql[] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
constexpr char k_epoch_sql[] = "SELECT coalesce((SELECT epoch FROM @epochs WHERE scope = $1), 0)";
constexpr char k_freeze_sql[] = "SELECT reason, frozen_by, since_ms FROM @freeze";
// Moves with every commit. writers.changes counts the commits without an entry.
constexpr char k_version_sql[] =
    "SELECT coalesce(sum(w.changes + coalesce((SELECT e.seq FROM @entries AS e "
    "WHERE e.chain = w.chain ORDER BY e.seq DESC LIMIT 1), 0)), 0)::bigint FROM @writers AS w";
constexpr char k_count_pending_sql[] =
    "SELECT count(*) FROM @approvals WHERE state IN ('pending', 'given') AND state = 'pending' "
    "AND \"user\" = $1 AND workspace = $2";
constexpr std::string_view k_open_only = " WHERE state IN ('pending', 'given') ORDER BY position";

constexpr std::array k_all_kinds{RecordKind::policy, RecordKind::grant, RecordKind::permission,
                                 RecordKind::approval, RecordKind::trust};

using Broken = std::vector<consent::BrokenRecord>;

/// Selects the rows of a table; `rest` follows its name.
template <class... Args>
Statement rows_of(RecordKind kind, std::string_view rest, const Args&... args) {
    const RecordTable& table = table_of(kind);
    return Statement("SELECT " + column_list(table) + " FROM @" + table.name + std::string(rest),
                     args...);
}

/// All records of a kind that a decision may need, in their order.
Statement all_rows_of(RecordKind kind) {
    switch (kind) {
        case RecordKind::policy:
            return rows_of(kind, " ORDER BY origin, tool");
        case RecordKind::trust:
            return rows_of(kind, " ORDER BY server");
        case RecordKind::approval:
            return rows_of(kind, k_open_only);
        default:
            return rows_of(kind, " ORDER BY position");
    }
}

/// Skips rows with a wrong seal, and lists them in `broken` unless it is nullptr.
template <class Record>
Result<std::vector<Record>> records_in(const RecordSeal& seal, RecordKind kind, const Rows& rows,
                                       Result<Record> (*read)(const RecordRow&),
                                       Broken* broken = nullptr) {
    const RecordTable& table = table_of(kind);
    std::vector<Record> records;
    records.reserve(static_cast<std::size_t>(rows.size()));
    for (int i = 0; i < rows.size(); ++i) {
        const RecordRow row = read_row(table, rows, i);
        if (!fits(seal, table, row)) {
            if (broken != nullptr) broken->push_back(broken_row(table, row));
            continue;
        }
        IAM_TRY(record, read(row));
        records.push_back(std::move(record));
    }
    return records;
}

std::optional<consent::Freeze> freeze_in(const Rows& rows) {
    if (rows.size() == 0) return std::nullopt;
    consent::Freeze freeze;
    freeze.reason = rows.bytes(0, 0);
    freeze.frozen_by = rows.bytes(0, 1);
    freeze.since = std::chrono::sys_time<std::chrono::milliseconds>(
        std::chrono::milliseconds(rows.integer(0, 2)));
    return freeze;
}

/// The statements of a standing. Their answers have the places of StandingPart.
enum StandingPart {
    k_at_begin,
    k_at_epoch,
    k_at_subject_epoch,
    k_at_freeze,
    k_at_policy,
    k_at_trust,
    k_at_grants,
    k_at_permissions,
    k_at_end
};

std::array<Statement, k_at_end + 1> standing_statements(const ToolId& tool,
                                                        const Subject& subject) {
    const Bytes origin{tool.origin};
    const Bytes name{tool.name};
    const Bytes user{subject.user};
    const Bytes workspace{subject.workspace};
    return {Statement(k_moment_sql),
            Statement(k_epoch_sql, Bytes{consent::k_common_scope}),
            Statement(k_epoch_sql, Bytes{consent::subject_scope(subject.user, subject.workspace)}),
            Statement(k_freeze_sql),
            rows_of(RecordKind::policy, " WHERE origin = $1 AND tool = $2", origin, name),
            rows_of(RecordKind::trust, " WHERE server = $1 AND server <> ''", origin),
            rows_of(RecordKind::grant,
                    " WHERE origin = $1 AND tool = $2 AND \"user\" = $3 AND workspace = $4 AND "
                    "(session IS NULL OR session = $5) AND (agent IS NULL OR agent = $6) "
                    "ORDER BY position",
                    origin, name, user, workspace, Bytes{subject.session}, Bytes{subject.agent}),
            rows_of(RecordKind::permission,
                    " WHERE origin = $1 AND tool = $2 AND \"user\" = $3 AND workspace = $4 "
                    "ORDER BY position",
                    origin, name, user, workspace),
            Statement("COMMIT")};
}

}  // namespace

/// All parts are of one moment. A mixture of two states could allow a call that neither allows.
Result<consent::Standing> Reader::standing(const ToolId& tool, const Subject& subject) {
    IAM_TRY(answers, pool_.read(standing_statements(tool, subject)));
    consent::Standing standing;
    Broken& broken = standing.broken;
    standing.epoch = static_cast<std::uint64_t>(answers[k_at_epoch].integer(0, 0));
    standing.subject_epoch = static_cast<std::uint64_t>(answers[k_at_subject_epoch].integer(0, 0));
    standing.freeze = freeze_in(answers[k_at_freeze]);
    IAM_TRY(stored,
            records_in(seal_, RecordKind::policy, answers[k_at_policy], policy_in, &broken));
    if (!stored.empty()) {
        standing.stored_policy = stored.front().effect;
        standing.policy_contract = stored.front().consent_digest;
    }
    IAM_TRY(trusted, records_in(seal_, RecordKind::trust, answers[k_at_trust], trust_in, &broken));
    if (!trusted.empty()) standing.trust = std::move(trusted.front());
    IAM_TRY(given, records_in(seal_, RecordKind::grant, answers[k_at_grants], grant_in, &broken));
    standing.grants = std::move(given);
    IAM_TRY(always, records_in(seal_, RecordKind::permission, answers[k_at_permissions],
                               permission_in, &broken));
    standing.permissions = std::move(always);
    if (may_be_damaged_ || !broken.empty()) {
        IAM_TRY(all, this->broken());
        broken = std::move(all);
    }
    return standing;
}

Result<std::uint64_t> Reader::epoch(std::string_view scope) {
    IAM_TRY(rows, pool_.read(Statement(k_epoch_sql, Bytes{scope})));
    return static_cast<std::uint64_t>(rows.integer(0, 0));
}

Result<std::uint64_t> Reader::version() {
    IAM_TRY(rows, pool_.read(Statement(k_version_sql)));
    return static_cast<std::uint64_t>(rows.integer(0, 0));
}

Result<std::vector<std::pair<ToolId, Policy>>> Reader::policies() {
    IAM_TRY(rows, pool_.read(all_rows_of(RecordKind::policy)));
    IAM_TRY(found, records_in(seal_, RecordKind::policy, rows, policy_in));
    std::vector<std::pair<ToolId, Policy>> all;
    for (StoredPolicy& one : found) all.emplace_back(std::move(one.tool), one.effect);
    return all;
}

Result<std::vector<consent::Grant>> Reader::grants() {
    IAM_TRY(rows, pool_.read(all_rows_of(RecordKind::grant)));
    return records_in(seal_, RecordKind::grant, rows, grant_in);
}

Result<std::vector<consent::Permission>> Reader::permissions() {
    IAM_TRY(rows, pool_.read(all_rows_of(RecordKind::permission)));
    return records_in(seal_, RecordKind::permission, rows, permission_in);
}

Result<std::vector<consent::ServerTrust>> Reader::trusts() {
    IAM_TRY(rows, pool_.read(all_rows_of(RecordKind::trust)));
    return records_in(seal_, RecordKind::trust, rows, trust_in);
}

Result<std::vector<consent::Approval>> Reader::approvals() {
    IAM_TRY(rows, pool_.read(all_rows_of(RecordKind::approval)));
    return records_in(seal_, RecordKind::approval, rows, approval_in);
}

Result<std::size_t> Reader::count_pending(const Subject& subject) {
    IAM_TRY(rows, pool_.read(Statement(k_count_pending_sql, Bytes{subject.user},
                                       Bytes{subject.workspace})));
    return static_cast<std::size_t>(rows.integer(0, 0));
}

Result<std::optional<consent::Approval>> Reader::approval(const std::string& id) {
    const RecordTable& table = table_of(RecordKind::approval);
    IAM_TRY(rows, pool_.read(rows_of(RecordKind::approval, " WHERE id = $1", Bytes{id})));
    if (rows.size() == 0) return std::nullopt;
    const RecordRow row = read_row(table, rows, 0);
    if (!fits(seal_, table, row))
        return fail(Errc::corrupt, "approval " + id + store::k_not_sealed);
    IAM_TRY(approval, approval_in(row));
    return std::optional(std::move(approval));
}

Result<std::optional<consent::Freeze>> Reader::freeze() {
    IAM_TRY(rows, pool_.read(Statement(k_freeze_sql)));
    return freeze_in(rows);
}

Result<Broken> Reader::broken() {
    std::vector<Statement> statements{Statement(k_moment_sql)};
    for (const RecordKind kind : k_all_kinds) statements.push_back(all_rows_of(kind));
    statements.emplace_back("COMMIT");
    IAM_TRY(answers, pool_.read(statements));
    Broken broken;
    for (std::size_t i = 0; i < k_all_kinds.size(); ++i) {
        const RecordTable& table = table_of(k_all_kinds[i]);
        const Rows& rows = answers[i + 1];
        for (int at = 0; at < rows.size(); ++at) {
            const RecordRow row = read_row(table, rows, at);
            if (!fits(seal_, table, row)) broken.push_back(broken_row(table, row));
        }
    }
    may_be_damaged_ = !broken.empty();
    return broken;
}

}  // namespace iam::store_postgres
