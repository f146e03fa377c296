// Writes the statements of both guards.
#include "store_postgres/write/guard.hpp"

#include "store_postgres/wire/transaction.hpp"

namespace iam::store_postgres {
namespace {

constexpr std::string_view k_begin_serializable_sql = "BEGIN ISOLATION LEVEL SERIALIZABLE";
// PostgreSQL remembers the whole table for a scan of it, also of a table with one row. Then any two
// commits would overlap.
constexpr char k_few_conflicts_sql[] = "SET LOCAL enable_seqscan = off";

constexpr char k_share_table_sql[] = "LOCK TABLE @guard IN ROW SHARE MODE";
constexpr char k_own_table_sql[] = "LOCK TABLE @guard IN EXCLUSIVE MODE";
// No scope of records has the name 'guard'. The row says until when commits hold back.
#define IAM_SERVER_MS "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
constexpr char k_share_row_sql[] =
    "SELECT @must(count(*), 0, $1) FROM @epochs WHERE scope = 'guard' AND epoch > " IAM_SERVER_MS;
constexpr char k_own_row_sql[] =
    "INSERT INTO @epochs (scope, epoch) VALUES ('guard', 0) "
    "ON CONFLICT (scope) DO UPDATE SET epoch = 0";
constexpr char k_hold_back_sql[] =
    "INSERT INTO @epochs AS e (scope, epoch) VALUES ('guard', " IAM_SERVER_MS
    " + $1) "
    "ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch WHERE e.epoch <= " IAM_SERVER_MS;
// No index has this column, so the server reads and remembers the table with all rows to come.
constexpr char k_all_writers_sql[] = "SELECT max(changes) FROM @writers";

}  // namespace

std::string_view to_string(Guard guard) noexcept {
    return guard == Guard::serializable ? "serializable" : "table";
}

std::optional<Guard> guard_named(std::string_view name) noexcept {
    for (const Guard guard : {Guard::table, Guard::serializable})
        if (name == to_string(guard)) return guard;
    return std::nullopt;
}

void begin_guarded(std::vector<Statement>& statements, Guard guard,
                   std::chrono::milliseconds lock_wait) {
    const bool is_serializable = guard == Guard::serializable;
    statements.emplace_back(is_serializable ? k_begin_serializable_sql : k_begin_sql);
    if (is_serializable) statements.emplace_back(k_few_conflicts_sql);
    statements.push_back(transaction_limits(lock_wait));
}

void take_guard(std::vector<Statement>& statements, Guard guard, bool is_exclusive) {
    if (guard == Guard::table) {
        statements.emplace_back(is_exclusive ? k_own_table_sql : k_share_table_sql);
    } else if (is_exclusive) {
        statements.emplace_back(k_own_row_sql);
        statements.emplace_back(k_all_writers_sql);
    } else {
        statements.emplace_back(k_share_row_sql, Text{k_change_waits});
    }
}

/// Not serializable, so the server refuses no commit because of it.
std::vector<Statement> hold_back(std::chrono::milliseconds lock_wait) {
    std::vector<Statement> statements;
    begin_guarded(statements, Guard::table, lock_wait);
    statements.emplace_back(k_hold_back_sql, std::int64_t{lock_wait.count() / 2});
    statements.emplace_back("COMMIT");
    return statements;
}

}  // namespace iam::store_postgres
