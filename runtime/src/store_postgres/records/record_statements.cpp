// Builds the statements that write rows of consent records.
#include "store_postgres/records/record_table.hpp"

namespace iam::store_postgres {
namespace {

std::string place(std::size_t number) {
    return "$" + std::to_string(number);
}

void add_cells(Statement& statement, const RecordTable& table, const RecordRow& row) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        statement.parameters.push_back(parameter_of(table.columns[i], row.cells[i]));
    statement.parameters.push_back(parameter(row.key_id));
    statement.parameters.push_back(row.seal ? parameter(Bytes{*row.seal}) : null_of(Type::bytes));
}

/// Adds the condition "this row, as it was read".
void add_identity(Statement& statement, const RecordTable& table, const RecordRow& before) {
    const auto add = [&](Parameter value) {
        statement.parameters.push_back(std::move(value));
        return place(statement.parameters.size());
    };
    for (std::size_t i = 0; i < table.keys; ++i) {
        statement.sql += std::string(table.columns[i].name) + " = " +
                         add(parameter_of(table.columns[i], before.cells[i])) + " AND ";
    }
    const Column& last = table.columns.back();
    if (std::string_view(last.name) == "revision") {
        statement.sql += "revision = " + add(parameter_of(last, before.cells.back())) + " AND ";
    }
    statement.sql += "seal IS NOT DISTINCT FROM " +
                     add(before.seal ? parameter(Bytes{*before.seal}) : null_of(Type::bytes));
}

void end_with_must(Statement& statement, std::string_view why) {
    statement.parameters.push_back(parameter(Text{why}));
    statement.sql +=
        ") SELECT @must(count(*), 1, " + place(statement.parameters.size()) + ") FROM changed";
}

std::string places(std::size_t first, std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += (i == 0 ? "" : ", ") + place(first + i);
    return list;
}

}  // namespace

Parameter parameter_of(const Column& column, const Cell& cell) {
    const bool is_null = cell.kind == store::ColumnKind::null;
    switch (column.kind) {
        case store::ColumnKind::integer:
            return is_null ? null_of(Type::int8) : parameter(cell.number);
        case store::ColumnKind::text:
            return is_null ? null_of(Type::text) : parameter(Text{cell.bytes});
        default:
            return is_null ? null_of(Type::bytes) : parameter(Bytes{cell.bytes});
    }
}

Statement insert_row(const RecordTable& table, const RecordRow& row) {
    Statement statement("INSERT INTO @" + std::string(table.name) + " (" + column_list(table) +
                        ") VALUES (" + places(1, table.columns.size() + 2) + ")");
    add_cells(statement, table, row);
    return statement;
}

Statement put_row(const RecordTable& table, const RecordRow& row) {
    Statement statement = insert_row(table, row);
    std::string keys;
    for (std::size_t i = 0; i < table.keys; ++i)
        keys += (i == 0 ? "" : ", ") + std::string(table.columns[i].name);
    statement.sql += " ON CONFLICT (" + keys + ") DO UPDATE SET (" + column_list(table) + ") = (" +
                     places(1, table.columns.size() + 2) + ")";
    return statement;
}

Statement replace_row(const RecordTable& table, const RecordRow& before, const RecordRow& row,
                      std::string_view why) {
    Statement statement("WITH changed AS (UPDATE @" + std::string(table.name) + " SET (" +
                        column_list(table) + ") = (" + places(1, table.columns.size() + 2) +
                        ") WHERE ");
    add_cells(statement, table, row);
    add_identity(statement, table, before);
    statement.sql += " RETURNING 1";
    end_with_must(statement, why);
    return statement;
}

Statement delete_row(const RecordTable& table, const RecordRow& before, std::string_view why) {
    Statement statement("WITH changed AS (DELETE FROM @" + std::string(table.name) + " WHERE ");
    add_identity(statement, table, before);
    statement.sql += " RETURNING 1";
    end_with_must(statement, why);
    return statement;
}

Statement hold_row(const RecordTable& table, const RecordRow& before, std::string_view why) {
    Statement statement("WITH changed AS (SELECT 1 FROM @" + std::string(table.name) + " WHERE ");
    add_identity(statement, table, before);
    statement.sql += " FOR UPDATE";
    end_with_must(statement, why);
    return statement;
}

}  // namespace iam::store_postgres
