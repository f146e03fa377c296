// Lists the columns of the tables of records once, for statements, readers and seals.
#include "store_postgres/records/record_table.hpp"

#include <array>

namespace iam::store_postgres {
namespace {

using ColumnClass = store::ColumnKind;

constexpr std::array k_policy_columns{
    Column{"origin", ColumnClass::blob}, Column{"tool", ColumnClass::blob},
    Column{"effect", ColumnClass::text}, Column{"consent_digest", ColumnClass::blob}};

constexpr std::array k_trust_columns{
    Column{"server", ColumnClass::blob}, Column{"endpoint", ColumnClass::blob},
    Column{"trusted_by", ColumnClass::blob}, Column{"since_ms", ColumnClass::integer}};

constexpr std::array k_grant_columns{
    Column{"id", ColumnClass::blob},
    Column{"origin", ColumnClass::blob},
    Column{"tool", ColumnClass::blob},
    Column{"\"user\"", ColumnClass::blob},
    Column{"workspace", ColumnClass::blob},
    Column{"session", ColumnClass::blob},
    Column{"agent", ColumnClass::blob},
    Column{"consent_digest", ColumnClass::blob},
    Column{"match_kind", ColumnClass::text},
    Column{"match_arguments", ColumnClass::blob},
    Column{"uses", ColumnClass::integer},
    Column{"deadline_wall_ms", ColumnClass::integer},
    Column{"deadline_boot_ms", ColumnClass::integer},
    Column{"deadline_boot_id", ColumnClass::blob},
    Column{"deadline_set_at_ms", ColumnClass::integer},
    Column{"risk", ColumnClass::text},
    Column{"granted_by", ColumnClass::blob},
    Column{"prompt_id", ColumnClass::blob},
    Column{"revision", ColumnClass::integer},
};

constexpr std::array k_permission_columns{
    Column{"id", ColumnClass::blob},
    Column{"origin", ColumnClass::blob},
    Column{"tool", ColumnClass::blob},
    Column{"\"user\"", ColumnClass::blob},
    Column{"workspace", ColumnClass::blob},
    Column{"match_kind", ColumnClass::text},
    Column{"match_arguments", ColumnClass::blob},
    Column{"allow", ColumnClass::integer},
    Column{"consent_digest", ColumnClass::blob},
    Column{"expires_wall_ms", ColumnClass::integer},
    Column{"expires_boot_ms", ColumnClass::integer},
    Column{"expires_boot_id", ColumnClass::blob},
    Column{"expires_set_at_ms", ColumnClass::integer},
    Column{"last_used_ms", ColumnClass::integer},
    Column{"granted_by", ColumnClass::blob},
    Column{"revision", ColumnClass::integer},
};

constexpr std::array k_approval_columns{
    Column{"id", ColumnClass::blob},
    Column{"call_id", ColumnClass::blob},
    Column{"origin", ColumnClass::blob},
    Column{"tool", ColumnClass::blob},
    Column{"\"user\"", ColumnClass::blob},
    Column{"workspace", ColumnClass::blob},
    Column{"session", ColumnClass::blob},
    Column{"agent", ColumnClass::blob},
    Column{"proposer_kind", ColumnClass::text},
    Column{"proposer_model", ColumnClass::blob},
    Column{"proposer_provider", ColumnClass::blob},
    Column{"proposer_conversation_id", ColumnClass::blob},
    Column{"proposer_request_id", ColumnClass::blob},
    Column{"consent_digest", ColumnClass::blob},
    Column{"arguments_digest", ColumnClass::blob},
    Column{"shown_digest", ColumnClass::blob},
    Column{"arguments", ColumnClass::blob},
    Column{"has_secrets", ColumnClass::integer},
    Column{"instance", ColumnClass::blob},
    Column{"is_undo", ColumnClass::integer},
    Column{"always_refused_because", ColumnClass::blob},
    Column{"preview", ColumnClass::blob},
    Column{"approver_uid", ColumnClass::blob},
    Column{"approver_login", ColumnClass::blob},
    Column{"approver_channel", ColumnClass::blob},
    Column{"approver_locale", ColumnClass::blob},
    Column{"approver_kind", ColumnClass::text},
    Column{"expires_wall_ms", ColumnClass::integer},
    Column{"expires_boot_ms", ColumnClass::integer},
    Column{"expires_boot_id", ColumnClass::blob},
    Column{"expires_set_at_ms", ColumnClass::integer},
    Column{"state", ColumnClass::text},
    Column{"revision", ColumnClass::integer},
};

constexpr RecordTable k_policies{RecordKind::policy, "policies", 2, k_policy_columns};
constexpr RecordTable k_trusts{RecordKind::trust, "trusts", 1, k_trust_columns};
constexpr RecordTable k_grants{RecordKind::grant, "grants", 1, k_grant_columns};
constexpr RecordTable k_permissions{RecordKind::permission, "permissions", 1, k_permission_columns};
constexpr RecordTable k_approvals{RecordKind::approval, "approvals", 1, k_approval_columns};

}  // namespace

const RecordTable& table_of(RecordKind kind) noexcept {
    switch (kind) {
        case RecordKind::policy:
            return k_policies;
        case RecordKind::trust:
            return k_trusts;
        case RecordKind::grant:
            return k_grants;
        case RecordKind::permission:
            return k_permissions;
        case RecordKind::approval:
            break;
    }
    return k_approvals;
}

std::string column_list(const RecordTable& table) {
    std::string list;
    for (const Column& column : table.columns) list += std::string(column.name) + ", ";
    return list + "key_id, seal";
}

RecordRow read_row(const RecordTable& table, const Rows& rows, int row) {
    RecordRow read;
    int at = 0;
    for (const Column& column : table.columns) {
        Cell cell;
        if (!rows.is_null(row, at)) {
            cell.kind = column.kind;
            if (column.kind == ColumnClass::integer) {
                cell.number = rows.integer(row, at);
            } else {
                cell.bytes = rows.bytes(row, at);
            }
        }
        read.cells.push_back(std::move(cell));
        ++at;
    }
    read.key_id = rows.integer(row, at);
    if (!rows.is_null(row, at + 1)) read.seal = rows.bytes(row, at + 1);
    return read;
}

namespace {

Digest finish_over(const RecordRow& row, Hasher hasher) {
    for (const Cell& cell : row.cells) {
        store::add_column(
            hasher, cell.kind,
            cell.kind == ColumnClass::integer ? std::to_string(cell.number) : cell.bytes);
    }
    return hasher.finish();
}

}  // namespace

void set_seal(const RecordSeal& seal, const RecordTable& table, RecordRow& row) {
    const Digest made = finish_over(row, seal.begin(table.kind));
    row.key_id = seal.newest_id();
    row.seal = std::string(made.bytes.begin(), made.bytes.end());
}

bool fits(const RecordSeal& seal, const RecordTable& table, const RecordRow& row) {
    std::optional<Hasher> begun = seal.begin(table.kind, row.key_id);
    return begun && row.seal && store::is_seal(*row.seal, finish_over(row, *std::move(begun)));
}

consent::BrokenRecord broken_row(const RecordTable& table, const RecordRow& row) {
    consent::BrokenRecord record;
    record.kind = table.kind;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const std::string_view name = table.columns[i].name;
        const std::string& bytes = row.cells[i].bytes;
        if (name == "id") record.id = bytes;
        if (name == "origin" || name == "server") record.tool.origin = bytes;
        if (name == "tool") record.tool.name = bytes;
        if (name == "\"user\"") record.user = bytes;
        if (name == "workspace") record.workspace = bytes;
    }
    return record;
}

}  // namespace iam::store_postgres
