// Describes the tables of consent records and holds one row of them with its seal.
#pragma once

#include "store_postgres/wire/parameters.hpp"
#include "store_postgres/wire/rows.hpp"
#include <iam/consent/records.hpp>
#include <iam/store/record_seal.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace iam::store_postgres {

using store::RecordKind;
using store::RecordSeal;

/// A column of a record. Its kind is the storage class under the seal.
struct Column {
    const char* name;
    store::ColumnKind kind;
};

struct RecordTable {
    RecordKind kind;
    const char* name;                 ///< after the schema
    std::size_t keys;                 ///< the number of leading columns that identify a row
    std::span<const Column> columns;  ///< all that the seal covers, in its order
};
const RecordTable& table_of(RecordKind kind) noexcept;

/// One value of a row.
struct Cell {
    store::ColumnKind kind = store::ColumnKind::null;
    std::int64_t number = 0;
    std::string bytes{};
    friend bool operator==(const Cell&, const Cell&) = default;
};

/// A row of a table of records.
struct RecordRow {
    std::vector<Cell> cells{};          ///< one for each column of the table
    std::int64_t key_id = 1;            ///< of the key that made the seal
    std::optional<std::string> seal{};  ///< as stored; nothing: NULL
};

/// "a, b, key_id, seal": for SELECT, in the order of read_row().
std::string column_list(const RecordTable& table);
RecordRow read_row(const RecordTable& table, const Rows& rows, int row);

/// Seals the row with the newest key.
void set_seal(const RecordSeal& seal, const RecordTable& table, RecordRow& row);
/// True if the row has the seal of its columns, by the key that it names.
bool fits(const RecordSeal& seal, const RecordTable& table, const RecordRow& row);
/// Names the place of a record with a wrong seal. The values of the row may be forged.
consent::BrokenRecord broken_row(const RecordTable& table, const RecordRow& row);

// Statements that write one row. Each ends the transaction with IA001 and the text `why` unless it
// changes exactly the row that was read.
Statement insert_row(const RecordTable& table, const RecordRow& row);
/// Inserts the row, or replaces one of the same keys.
Statement put_row(const RecordTable& table, const RecordRow& row);
Statement replace_row(const RecordTable& table, const RecordRow& before, const RecordRow& row,
                      std::string_view why);
Statement delete_row(const RecordTable& table, const RecordRow& before, std::string_view why);
/// Locks the row against changes up to the end of the transaction.
Statement hold_row(const RecordTable& table, const RecordRow& before, std::string_view why);

/// A parameter of the column's type.
Parameter parameter_of(const Column& column, const Cell& cell);

}  // namespace iam::store_postgres
