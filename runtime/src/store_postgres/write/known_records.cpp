// Finds out which records a batch needs.
#include "store_postgres/write/known_records.hpp"

#include <algorithm>
#include <variant>

namespace iam::store_postgres {
namespace {

// The columns of a permission that make its place: tool, user, workspace and match.
constexpr std::size_t k_place_begin = 1;
constexpr std::size_t k_place_end = 7;

/// Calls `want(kind, id)` for the record of an expectation or mutation, if it is about one.
template <class Want>
struct RecordOf {
    Want want;
    void operator()(const ledger::ExpectGrant& part) const { want(RecordKind::grant, part.id); }
    void operator()(const ledger::ExpectApproval& part) const {
        want(RecordKind::approval, part.id);
    }
    void operator()(const ledger::PutGrant& part) const { want(RecordKind::grant, part.grant.id); }
    void operator()(const ledger::SpendGrant& part) const {
        want(RecordKind::grant, part.grant.id);
    }
    void operator()(const ledger::RemoveGrant& part) const { want(RecordKind::grant, part.id); }
    void operator()(const ledger::PutPermission& part) const {
        want(RecordKind::permission, part.permission.id);
    }
    void operator()(const ledger::TouchPermission& part) const {
        want(RecordKind::permission, part.permission.id);
    }
    void operator()(const ledger::RemovePermission& part) const {
        want(RecordKind::permission, part.id);
    }
    void operator()(const ledger::PutApproval& part) const {
        want(RecordKind::approval, part.approval.id);
    }
    template <class Other>
    void operator()(const Other&) const {}
};

}  // namespace

void KnownRecords::want_one(RecordKind kind, const std::string& id) {
    if (!rows_.emplace(Key{kind, id}, std::nullopt).second) return;
    const RecordTable& table = table_of(kind);
    reads_.emplace_back(
        kind, Statement("SELECT " + column_list(table) + " FROM @" + table.name + " WHERE id = $1",
                        Bytes{id}));
}

void KnownRecords::want_like(const consent::Permission& permission) {
    const RecordTable& table = table_of(RecordKind::permission);
    reads_.emplace_back(
        RecordKind::permission,
        Statement("SELECT " + column_list(table) +
                      " FROM @permissions WHERE origin = $1 AND tool = $2 AND \"user\" = $3 AND "
                      "workspace = $4 AND match_kind = $5 AND match_arguments = $6",
                  Bytes{permission.tool.origin}, Bytes{permission.tool.name},
                  Bytes{permission.user}, Bytes{permission.workspace},
                  Text{to_string(permission.match.kind)}, permission.match.arguments));
}

void KnownRecords::want(const ledger::Batch& batch) {
    const auto want_it = [this](RecordKind kind, const std::string& id) { want_one(kind, id); };
    const RecordOf<decltype(want_it)> record_of{want_it};
    for (const ledger::Expectation& part : batch.expectations) std::visit(record_of, part);
    for (const ledger::Mutation& part : batch.mutations) {
        std::visit(record_of, part);
        if (const auto* put = std::get_if<ledger::PutPermission>(&part)) want_like(put->permission);
    }
}

Result<void> KnownRecords::load(Connection& connection) {
    if (reads_.empty()) return {};
    std::vector<Statement> statements;
    for (const auto& [kind, statement] : reads_) statements.push_back(statement);
    IAM_ASK(answers, connection.run(statements));
    for (std::size_t i = 0; i < reads_.size(); ++i) {
        const RecordTable& table = table_of(reads_[i].first);
        for (int row = 0; row < answers[i].size(); ++row) {
            RecordRow read = read_row(table, answers[i], row);
            const std::string id = read.cells.front().bytes;
            set(table.kind, id, std::move(read));
        }
    }
    return {};
}

const RecordRow* KnownRecords::find(RecordKind kind, const std::string& id) const {
    const auto found = rows_.find(Key{kind, id});
    return found == rows_.end() || !found->second ? nullptr : &*found->second;
}

std::vector<RecordRow> KnownRecords::permissions_like(const RecordRow& row) const {
    std::vector<RecordRow> like;
    for (const auto& [key, known] : rows_) {
        if (key.first != RecordKind::permission || !known) continue;
        const auto& cells = known->cells;
        if (std::equal(cells.begin() + k_place_begin, cells.begin() + k_place_end,
                       row.cells.begin() + k_place_begin))
            like.push_back(*known);
    }
    return like;
}

void KnownRecords::set(RecordKind kind, const std::string& id, std::optional<RecordRow> row) {
    rows_[Key{kind, id}] = std::move(row);
}

}  // namespace iam::store_postgres
