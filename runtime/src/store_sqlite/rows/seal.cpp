// Seals rows. A seal covers the columns of the record's SELECT list (rows.hpp).
#include "store_sqlite/rows/seal.hpp"

#include "store_sqlite/rows/rows.hpp"
#include <iam/consent/decision.hpp>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::store_sqlite {
namespace {

constexpr std::array k_kinds{RecordKind::policy, RecordKind::grant, RecordKind::permission,
                             RecordKind::approval, RecordKind::trust};

constexpr char k_policy_row_sql[] =
    "SELECT " IAM_POLICY_COLUMNS " FROM policies WHERE origin = ?1 AND tool = ?2";
constexpr char k_trust_row_sql[] = "SELECT " IAM_TRUST_COLUMNS " FROM trusts WHERE server = ?1";
constexpr char k_grant_row_sql[] = "SELECT " IAM_GRANT_COLUMNS " FROM grants WHERE id = ?1";
constexpr char k_permission_row_sql[] =
    "SELECT " IAM_PERMISSION_COLUMNS " FROM permissions WHERE id = ?1";
constexpr char k_approval_row_sql[] =
    "SELECT " IAM_APPROVAL_COLUMNS " FROM approvals WHERE id = ?1";

constexpr char k_seal_policy_sql[] =
    "UPDATE policies SET seal = ?3, key_id = ?4 WHERE origin = ?1 AND tool = ?2";
constexpr char k_seal_trust_sql[] = "UPDATE trusts SET seal = ?2, key_id = ?3 WHERE server = ?1";
constexpr char k_seal_grant_sql[] = "UPDATE grants SET seal = ?2, key_id = ?3 WHERE id = ?1";
constexpr char k_seal_permission_sql[] =
    "UPDATE permissions SET seal = ?2, key_id = ?3 WHERE id = ?1";
constexpr char k_seal_approval_sql[] = "UPDATE approvals SET seal = ?2, key_id = ?3 WHERE id = ?1";

constexpr char k_all_policies_sql[] = "SELECT " IAM_POLICY_COLUMNS " FROM policies";
constexpr char k_all_trusts_sql[] = "SELECT " IAM_TRUST_COLUMNS " FROM trusts ORDER BY server";
constexpr char k_all_grants_sql[] = "SELECT " IAM_GRANT_COLUMNS " FROM grants ORDER BY position";
constexpr char k_all_permissions_sql[] =
    "SELECT " IAM_PERMISSION_COLUMNS " FROM permissions ORDER BY position";
constexpr char k_unended_approvals_sql[] =
    "SELECT " IAM_APPROVAL_COLUMNS
    " FROM approvals WHERE state IN ('pending', 'given') ORDER BY position";
constexpr char k_all_approvals_sql[] =
    "SELECT " IAM_APPROVAL_COLUMNS " FROM approvals ORDER BY position";

const char* all_rows_sql(RecordKind kind) {
    switch (kind) {
        case RecordKind::policy:
            return k_all_policies_sql;
        case RecordKind::grant:
            return k_all_grants_sql;
        case RecordKind::permission:
            return k_all_permissions_sql;
        case RecordKind::trust:
            return k_all_trusts_sql;
        case RecordKind::approval:
            break;
    }
    return k_all_approvals_sql;
}

Digest finish_over(const Cursor& row, Hasher hasher) {
    for (int column = 0; column + 2 < row.columns(); ++column) row.hash_into(hasher, column);
    return hasher.finish();
}

/// Makes the seal of the one row found by `opened`.
Result<Digest> seal_of_one(const RecordSeal& seal, RecordKind kind, Result<Cursor> opened) {
    IAM_TRY(row, std::move(opened));
    IAM_TRY(found, row.step());
    if (!found) return fail(Errc::internal, "a record is gone before it was sealed; report this");
    return seal_of(seal, kind, row);
}

Result<bool> is_whole(const RecordSeal& seal, RecordKind kind, Result<Cursor> opened) {
    IAM_TRY(row, std::move(opened));
    IAM_TRY(found, row.step());
    return found && fits(seal, kind, row);
}

Result<std::optional<std::string>> scope_of(const RecordSeal& seal, RecordKind kind,
                                            Result<Cursor> opened) {
    IAM_TRY(row, std::move(opened));
    IAM_TRY(found, row.step());
    if (!found) return std::nullopt;
    if (!fits(seal, kind, row)) return std::string(consent::k_common_scope);
    const consent::BrokenRecord names = broken_row(kind, row);
    return consent::subject_scope(names.user, names.workspace);
}

Result<void> add_broken(const RecordSeal& seal, RecordKind kind, Result<Cursor> opened,
                        std::vector<consent::BrokenRecord>& broken) {
    IAM_TRY(row, std::move(opened));
    for (;;) {
        IAM_TRY(more, row.step());
        if (!more) return {};
        if (!fits(seal, kind, row)) broken.push_back(broken_row(kind, row));
    }
}

}  // namespace

Digest seal_of(const RecordSeal& seal, RecordKind kind, const Cursor& row) {
    return finish_over(row, seal.begin(kind));
}

bool fits(const RecordSeal& seal, RecordKind kind, const Cursor& row) {
    std::optional<Hasher> begun = seal.begin(kind, row.integer(row.columns() - 2));
    if (!begun) return false;
    const Digest made = finish_over(row, *std::move(begun));
    return store::is_seal(row.bytes(row.columns() - 1), made);
}

consent::BrokenRecord broken_row(RecordKind kind, const Cursor& row) {
    consent::BrokenRecord record;
    record.kind = kind;
    int column = 0;
    if (kind == RecordKind::trust) {
        record.tool.origin = row.bytes(column);
        return record;
    }
    if (kind != RecordKind::policy) record.id = row.bytes(column++);
    if (kind == RecordKind::approval) ++column;  // call_id
    record.tool.origin = row.bytes(column++);
    record.tool.name = row.bytes(column++);
    if (kind == RecordKind::policy) return record;
    record.user = row.bytes(column++);
    record.workspace = row.bytes(column);
    return record;
}

Result<void> seal_policy(Connection& connection, const RecordSeal& seal, const ToolId& tool) {
    const Blob origin{tool.origin};
    const Blob name{tool.name};
    IAM_TRY(made, seal_of_one(seal, RecordKind::policy,
                              connection.query(k_policy_row_sql, origin, name)));
    IAM_CHECK(connection.execute(k_seal_policy_sql, origin, name, made, seal.newest_id()));
    return {};
}

Result<void> seal_trust(Connection& connection, const RecordSeal& seal, const std::string& server) {
    IAM_TRY(made,
            seal_of_one(seal, RecordKind::trust, connection.query(k_trust_row_sql, Blob{server})));
    IAM_CHECK(connection.execute(k_seal_trust_sql, Blob{server}, made, seal.newest_id()));
    return {};
}

Result<void> seal_grant(Connection& connection, const RecordSeal& seal, const std::string& id) {
    IAM_TRY(made,
            seal_of_one(seal, RecordKind::grant, connection.query(k_grant_row_sql, Text{id})));
    IAM_CHECK(connection.execute(k_seal_grant_sql, Text{id}, made, seal.newest_id()));
    return {};
}

Result<void> seal_permission(Connection& connection, const RecordSeal& seal,
                             const std::string& id) {
    IAM_TRY(made, seal_of_one(seal, RecordKind::permission,
                              connection.query(k_permission_row_sql, Text{id})));
    IAM_CHECK(connection.execute(k_seal_permission_sql, Text{id}, made, seal.newest_id()));
    return {};
}

Result<void> seal_approval(Connection& connection, const RecordSeal& seal, const std::string& id) {
    IAM_TRY(made, seal_of_one(seal, RecordKind::approval,
                              connection.query(k_approval_row_sql, Text{id})));
    IAM_CHECK(connection.execute(k_seal_approval_sql, Text{id}, made, seal.newest_id()));
    return {};
}

Result<bool> grant_is_whole(Connection& connection, const RecordSeal& seal, const std::string& id) {
    return is_whole(seal, RecordKind::grant, connection.query(k_grant_row_sql, Text{id}));
}

Result<bool> permission_is_whole(Connection& connection, const RecordSeal& seal,
                                 const std::string& id) {
    return is_whole(seal, RecordKind::permission, connection.query(k_permission_row_sql, Text{id}));
}

Result<bool> approval_is_whole(Connection& connection, const RecordSeal& seal,
                               const std::string& id) {
    return is_whole(seal, RecordKind::approval, connection.query(k_approval_row_sql, Text{id}));
}

Result<std::optional<std::string>> scope_of_grant(Connection& connection, const RecordSeal& seal,
                                                  const std::string& id) {
    return scope_of(seal, RecordKind::grant, connection.query(k_grant_row_sql, Text{id}));
}

Result<std::optional<std::string>> scope_of_permission(Connection& connection,
                                                       const RecordSeal& seal,
                                                       const std::string& id) {
    return scope_of(seal, RecordKind::permission, connection.query(k_permission_row_sql, Text{id}));
}

Result<std::vector<consent::BrokenRecord>> find_broken(Connection& connection,
                                                       const RecordSeal& seal) {
    std::vector<consent::BrokenRecord> broken;
    for (const RecordKind kind : k_kinds) {
        const char* sql =
            kind == RecordKind::approval ? k_unended_approvals_sql : all_rows_sql(kind);
        IAM_CHECK(add_broken(seal, kind, connection.query(sql), broken));
    }
    return broken;
}

}  // namespace iam::store_sqlite
