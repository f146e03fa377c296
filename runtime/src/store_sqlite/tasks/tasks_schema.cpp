#include "store_sqlite/tasks/tasks_schema.hpp"

#include <string>

namespace iam::store_sqlite {
namespace {

constexpr std::int64_t k_tasks_version = 1;
constexpr std::int64_t k_tasks_application_id = 0x69616D74;  // "iamt"

// Moments are milliseconds since 1970. A schedule has either `moment` (at), `moment` and `period`
// (every), or `fields` and `zone` (cron). Numbers of runs are never used again: they stand in names
// of commands.
constexpr char k_tasks_tables_sql[] = R"sql(
CREATE TABLE tasks (
    name TEXT PRIMARY KEY NOT NULL,
    profile TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    moment INTEGER,
    period_s INTEGER,
    fields TEXT,
    zone TEXT,
    missed TEXT NOT NULL,
    time_max_ms INTEGER NOT NULL,
    is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
    settled INTEGER NOT NULL,
    CHECK ((moment IS NOT NULL AND fields IS NULL AND zone IS NULL)
        OR (moment IS NULL AND period_s IS NULL AND fields IS NOT NULL AND zone IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE runs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    task TEXT NOT NULL REFERENCES tasks (name) ON DELETE CASCADE,
    due INTEGER NOT NULL,
    began INTEGER,
    ended INTEGER,
    state TEXT NOT NULL,
    chat TEXT NOT NULL,
    why TEXT NOT NULL
) STRICT;
CREATE INDEX runs_of_task ON runs (task, number);
CREATE INDEX runs_in_state ON runs (state, number);
PRAGMA application_id = 0x69616D74;
PRAGMA user_version = 1;
)sql";

constexpr char k_tasks_application_sql[] = "PRAGMA application_id";
constexpr char k_tasks_version_sql[] = "PRAGMA user_version";
constexpr char k_tasks_count_sql[] = "SELECT count(*) FROM sqlite_schema";

Result<void> check_tasks_version(Connection& connection) {
    IAM_TRY(application, connection.number(k_tasks_application_sql));
    if (application != k_tasks_application_id)
        return fail(Errc::corrupt, connection.path() + " is no file of tasks; move it away.");
    IAM_TRY(version, connection.number(k_tasks_version_sql));
    if (version == k_tasks_version) return {};
    return fail(Errc::corrupt, connection.path() + " has version " + std::to_string(version) +
                                   " of the tables of tasks, and this program knows version " +
                                   std::to_string(k_tasks_version) + "; use a newer program.");
}

}  // namespace

Result<void> prepare_tasks(Connection& connection) {
    // A write transaction from the beginning: two programs may make the tables at once.
    IAM_CHECK(connection.execute_script(k_begin_sql));
    const auto made = [&]() -> Result<void> {
        IAM_TRY(tables, connection.number(k_tasks_count_sql));
        if (tables == 0) IAM_CHECK(connection.execute_script(k_tasks_tables_sql));
        return check_tasks_version(connection);
    }();
    if (made) return connection.commit();
    connection.roll_back();
    return made;
}

}  // namespace iam::store_sqlite
